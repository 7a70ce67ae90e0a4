#include "axioms.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

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
        asymmetric(named<Matrix>(ordered_by_asymmetric_fences(candidate, model), Named::sw)),
        // Every read synchronises with the write that it reads, whatever the orders are.
        hb((sb | asymmetric | (is_strong() ? rf : named<Matrix>(synchronises_with(candidate, model), Named::sw)))
               .closure()) {}

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

  // [atomics.order], with the two bullets of P1202R5. What the asymmetric fences order strongly happens before.
  [[nodiscard]] Matrix seq_cst_order() const {
    const Matrix seq_cst = on(candidate_.seq_cst);
    const Matrix fences = on(candidate_.seq_cst & candidate_.fences);
    const Matrix light = on(candidate_.seq_cst & candidate_.light);
    const Matrix heavy = on(candidate_.seq_cst & candidate_.heavy);
    const Matrix sw = named<Matrix>(synchronises_with(candidate_, model_), Named::sw);
    const Matrix step = sb | asymmetric;
    const Matrix strong = (step | seq_cst * sw * seq_cst | step * hb * step).closure();
    return seq_cst * strong * seq_cst | (seq_cst | fences * hb) * eco * (seq_cst | hb * fences) |
           light * hb * eco * hb * heavy | heavy * hb * eco * hb * light;
  }

  // psc of Lahav et al., PLDI 2017. A light and a heavy fence are ordered as two fences are.
  [[nodiscard]] Matrix partial_seq_cst_order() const {
    const Matrix seq_cst = on(candidate_.seq_cst);
    const Matrix fences = on(candidate_.seq_cst & candidate_.fences);
    const Matrix light = on(candidate_.seq_cst & candidate_.light);
    const Matrix heavy = on(candidate_.seq_cst & candidate_.heavy);
    const Matrix elsewhere = (sb - candidate_.same_location) | asymmetric;
    const Matrix before = sb | asymmetric | elsewhere * hb * elsewhere | (hb & candidate_.same_location) | mo | fr;
    const Matrix base = (seq_cst | fences * optional(hb)) * before * (seq_cst | optional(hb) * fences);
    const Matrix between = hb | hb * eco * hb;
    return base | fences * between * fences | light * between * heavy | heavy * between * light;
  }

  // ghb of Alglave, Maranget, Tautschnig, TOPLAS 2014, for x86. Initial values were there before the program began.
  [[nodiscard]] Matrix global_order() const {
    const EventSet full = candidate_.locked | (candidate_.seq_cst & (candidate_.writes | candidate_.fences));
    const EventSet idle = (candidate_.fences | candidate_.light) & ~full;
    const Relation buffered = only_on<Relation>(candidate_.events, candidate_.writes & ~full) *
                              candidate_.program_order * only_on<Relation>(candidate_.events, candidate_.reads & ~full);
    const Matrix in_use = on(all(candidate_.events) & ~idle);
    return in_use * (sb - buffered) * in_use | (rf - candidate_.program_order) | mo | fr;
  }

  const Candidate& candidate_;
  MemoryModel model_;
  Matrix sb, rf, mo, fr, eco, asymmetric, hb;
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

// What membarrier does to the store buffers of other threads, by its definition: each other thread executes a full
// fence somewhere, after what comes before the heavy fence and before what comes after it. Tries every place.
class HeavyFences {
 public:
  explicit HeavyFences(const Candidate& candidate) : candidate_(candidate), initial_(all(candidate.events)) {
    const Relation earlier = candidate.program_order.inverse();
    for (unsigned event = 0; event != candidate.events; ++event)
      if (earlier.after(event) != 0) initial_ &= ~only(event);
    for_each(candidate.heavy & candidate.seq_cst, [&](unsigned fence) { add_fences_for(fence); });
  }

  [[nodiscard]] bool have_places(const Relation& order, std::size_t number = 0) const {
    if (!order.is_acyclic()) return false;
    if (number == fences_.size()) return true;
    const Fence& fence = fences_[number];
    for (unsigned cut = 0; cut <= fence.thread.size(); ++cut) {
      EventSet before = fence.before, after = fence.after;
      for (unsigned index = 0; index != fence.thread.size(); ++index)
        (index < cut ? before : after) |= only(fence.thread[index]);
      Relation longer = order;
      for_each(before, [&](unsigned a) { for_each(after, [&](unsigned b) { longer.add(a, b); }); });
      if (have_places(longer, number + 1)) return true;
    }
    return false;
  }

 private:
  // That another thread executes for a heavy fence.
  struct Fence {
    EventSet before = 0, after = 0;  // the heavy fence, in its own thread
    std::vector<unsigned> thread;    // the events of the other thread
  };

  void add_fences_for(unsigned heavy) {
    const Relation& sb = candidate_.program_order;
    const Relation earlier = sb.inverse();
    EventSet others = all(candidate_.events) & ~initial_ & ~only(heavy) & ~sb.after(heavy) & ~earlier.after(heavy);
    while (others != 0) {
      const auto first = static_cast<unsigned>(std::countr_zero(others));
      const EventSet thread = others & (only(first) | sb.after(first) | earlier.after(first));
      Fence fence{earlier.after(heavy) & ~initial_, sb.after(heavy), {}};
      for_each(thread, [&](unsigned event) { fence.thread.push_back(event); });
      std::ranges::sort(fence.thread, [&](unsigned a, unsigned b) { return sb.has(a, b); });
      fences_.push_back(std::move(fence));
      others &= ~thread;
    }
  }

  const Candidate& candidate_;
  EventSet initial_;
  std::vector<Fence> fences_;
};

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

Relation ordered_by_asymmetric_fences(const Candidate& candidate, MemoryModel model) {
  const auto on = [&](EventSet set) { return only_on<Relation>(candidate.events, set); };
  const Relation& sb = candidate.program_order;
  const auto ordered = [&](EventSet releasing, EventSet acquiring) {
    const Relation released = sb * on(candidate.releases & releasing) * sb;
    const Relation acquired = on(candidate.reads) * sb * on(candidate.acquires & acquiring) * sb;
    return released * release_sequence(candidate, model) * candidate.reads_from * acquired;
  };
  return ordered(candidate.light, candidate.heavy) | ordered(candidate.heavy, candidate.light);
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
  const bool has_heavy = model == MemoryModel::x86_tso && candidate.heavy != 0;
  if (!broken && has_heavy && !HeavyFences(candidate).have_places(constraints_of_order(candidate, model)))
    broken = Axiom::order;
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
