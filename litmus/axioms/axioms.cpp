#include "axioms.hpp"

#include <type_traits>
#include <utility>

namespace vigil::axioms {
namespace {

// [S]: the identity on a set.
template <class Matrix>
Matrix only_on(unsigned events, EventSet set) {
  Matrix same(events);
  for_each(set, [&](unsigned event) { same.add(event, event); });
  return same;
}

template <class Matrix>
Matrix named(const Relation& relation, Named name) {
  if constexpr (std::is_same_v<Matrix, Relation>)
    return relation;
  else
    return Paths(relation, name);
}

EventSet all(unsigned events) { return ~EventSet{0} >> (kMostEvents - events); }

// The definitions, as a boolean matrix says whether, and as Paths says why.
template <class Matrix>
class Definitions {
 public:
  Definitions(const Candidate& candidate, MemoryModel model)
      : candidate_(candidate),
        model_(model),
        sb(named<Matrix>(candidate.program_order, Named::sb)),
        rf(named<Matrix>(candidate.reads_from, Named::rf)),
        mo(named<Matrix>(candidate.modification_order, Named::mo)),
        fr(named<Matrix>(from_reads(candidate), Named::fr)),
        eco((rf | mo | fr).closure()),
        // Every read synchronises with the write that it reads, whatever the orders are.
        hb((sb | (is_strong() ? rf : named<Matrix>(synchronises_with(candidate, model), Named::sw))).closure()) {}

  // Calls visit(axiom, relation) until one returns false. No event may be related to itself.
  template <class Visit>
  void for_each_axiom(Visit visit) const {
    const auto read_modify_writes = on(candidate_.reads & candidate_.writes);
    if (!visit(Axiom::atomicity, fr * mo * read_modify_writes)) return;
    // Where all reads synchronise, Axiom::order implies what happens-before adds to program order.
    const Matrix& known = is_strong() ? sb : hb;
    if (!visit(Axiom::coherence, known) || !visit(Axiom::coherence, eco) || !visit(Axiom::coherence, known * eco))
      return;
    if (model_ == MemoryModel::rc11 && !visit(Axiom::thin_air, (sb | rf).closure())) return;
    visit(Axiom::order, order().closure());
  }

  [[nodiscard]] const Matrix& happens_before() const { return hb; }
  [[nodiscard]] Matrix order() const {
    switch (model_) {
      case MemoryModel::cpp20:
        return seq_cst_order();
      case MemoryModel::rc11:
        return partial_seq_cst_order();
      case MemoryModel::x86_tso:
        return global_order();
      case MemoryModel::sequential:
        break;
    }
    return sb | rf | mo | fr;
  }

 private:
  [[nodiscard]] bool is_strong() const { return model_ == MemoryModel::x86_tso || model_ == MemoryModel::sequential; }
  [[nodiscard]] Matrix on(EventSet set) const { return only_on<Matrix>(candidate_.events, set); }
  [[nodiscard]] Matrix optional(const Matrix& relation) const { return relation | on(all(candidate_.events)); }

  // [atomics.order]
  [[nodiscard]] Matrix seq_cst_order() const {
    const Matrix seq_cst = on(candidate_.seq_cst);
    const Matrix fences = on(candidate_.seq_cst & candidate_.fences);
    const Matrix sw = named<Matrix>(synchronises_with(candidate_, model_), Named::sw);
    const Matrix strong = (sb | seq_cst * sw * seq_cst | sb * hb * sb).closure();
    return seq_cst * strong * seq_cst | (seq_cst | fences * hb) * eco * (seq_cst | hb * fences);
  }

  // psc of Lahav et al., PLDI 2017.
  [[nodiscard]] Matrix partial_seq_cst_order() const {
    const Matrix seq_cst = on(candidate_.seq_cst);
    const Matrix fences = on(candidate_.seq_cst & candidate_.fences);
    const Matrix elsewhere = sb - candidate_.same_location;
    const Matrix before = sb | elsewhere * hb * elsewhere | (hb & candidate_.same_location) | mo | fr;
    const Matrix base = (seq_cst | fences * optional(hb)) * before * (seq_cst | optional(hb) * fences);
    return base | fences * (hb | hb * eco * hb) * fences;
  }

  // ghb of Alglave, Maranget, Tautschnig, TOPLAS 2014, for x86. Initial values were there before the program began.
  [[nodiscard]] Matrix global_order() const {
    const EventSet full = candidate_.locked | (candidate_.seq_cst & (candidate_.writes | candidate_.fences));
    const EventSet idle = candidate_.fences & ~full;
    const Relation buffered = only_on<Relation>(candidate_.events, candidate_.writes & ~full) *
                              candidate_.program_order * only_on<Relation>(candidate_.events, candidate_.reads & ~full);
    const Matrix in_use = on(all(candidate_.events) & ~idle);
    return in_use * (sb - buffered) * in_use | (rf - candidate_.program_order) | mo | fr;
  }

  const Candidate& candidate_;
  MemoryModel model_;
  Matrix sb, rf, mo, fr, eco, hb;
};

// The writes of a release sequence, by its head.
Relation release_sequence(const Candidate& candidate, MemoryModel model) {
  const auto optional = [&](const Relation& relation) {
    return relation | only_on<Relation>(candidate.events, all(candidate.events));
  };
  const auto read_modify_writes = only_on<Relation>(candidate.events, candidate.reads & candidate.writes);
  const auto writes = only_on<Relation>(candidate.events, candidate.writes);
  const Relation chain = optional((candidate.reads_from * read_modify_writes).closure());
  if (model == MemoryModel::cpp20) return writes * chain;
  const Relation same_thread = optional(candidate.program_order & candidate.same_location);
  return writes * same_thread * writes * chain;
}

}  // namespace

std::string_view name_of(Axiom axiom) {
  switch (axiom) {
    case Axiom::atomicity:
      return "atomicity";
    case Axiom::coherence:
      return "coherence";
    case Axiom::thin_air:
      return "thin-air";
    case Axiom::order:
      break;
  }
  return "order";
}

Relation from_reads(const Candidate& candidate) {
  const Relation before = candidate.reads_from.inverse() * candidate.modification_order;
  return before - only_on<Relation>(candidate.events, all(candidate.events));
}

Relation synchronises_with(const Candidate& candidate, MemoryModel model) {
  const unsigned events = candidate.events;
  if (model == MemoryModel::x86_tso || model == MemoryModel::sequential) return Relation(events);
  const auto on = [&](EventSet set) { return only_on<Relation>(events, set); };
  const Relation& sb = candidate.program_order;
  const Relation released = on(candidate.releases & candidate.writes) | on(candidate.releases & candidate.fences) * sb;
  const Relation acquired =
      on(candidate.acquires & candidate.reads) | on(candidate.reads) * sb * on(candidate.acquires & candidate.fences);
  return released * release_sequence(candidate, model) * candidate.reads_from * acquired;
}

Relation happens_before(const Candidate& candidate, MemoryModel model) {
  return Definitions<Relation>(candidate, model).happens_before();
}

Relation constraints_of_order(const Candidate& candidate, MemoryModel model) {
  return Definitions<Relation>(candidate, model).order();
}

std::optional<Axiom> broken_axiom(const Candidate& candidate, MemoryModel model) {
  std::optional<Axiom> broken;
  Definitions<Relation>(candidate, model).for_each_axiom([&](Axiom axiom, const Relation& relation) {
    if (!relation.is_irreflexive()) broken = axiom;
    return !broken;
  });
  return broken;
}

std::optional<Cycle> shortest_cycle(const Candidate& candidate, MemoryModel model) {
  std::optional<Cycle> cycle;
  Definitions<Paths>(candidate, model).for_each_axiom([&](Axiom axiom, const Paths& relation) {
    // Coherence is asked three times.
    if (cycle && cycle->axiom != axiom) return false;
    auto loop = relation.shortest_loop();
    if (loop && (!cycle || loop->size() < cycle->arrows.size())) cycle = Cycle{axiom, std::move(*loop)};
    return true;
  });
  return cycle;
}

}  // namespace vigil::axioms
