#include "definitions.hpp"

namespace vigil::conformance {
namespace {

// The relations that are defined alike in all models, and `hb` of one of them.
struct Derived {
  Relation sb, rf, mo, fr, eco, sw, hb;
};

Relation optional(const Relation& relation) {
  const unsigned events = relation.events();
  return relation | identity(events, events == kMostEvents ? ~EventSet{0} : only(events) - 1);
}

Relation from_reads(const Candidate& candidate) {
  const Relation before = candidate.reads_from.inverse() * candidate.modification_order;
  return before - identity(candidate.events, ~EventSet{0} >> (kMostEvents - candidate.events));
}

// The writes of a release sequence, by its head.
Relation release_sequence(const Candidate& candidate, MemoryModel model) {
  const Relation updates = identity(candidate.events, candidate.reads & candidate.writes);
  const Relation writes = identity(candidate.events, candidate.writes);
  const Relation chain = optional((candidate.reads_from * updates).closure());
  if (model == MemoryModel::cpp20) return writes * chain;
  const Relation same_thread = optional(candidate.program_order & candidate.same_location);
  return writes * same_thread * writes * chain;
}

Relation synchronizes_with(const Candidate& candidate, MemoryModel model) {
  const unsigned events = candidate.events;
  // Every read synchronizes with the write that it reads, whatever the orders are.
  if (model == MemoryModel::x86_tso || model == MemoryModel::sequential) return candidate.reads_from;
  const Relation& sb = candidate.program_order;
  const Relation released = identity(events, candidate.releases & candidate.writes) |
                            identity(events, candidate.releases & candidate.fences) * sb;
  const Relation acquired =
      identity(events, candidate.acquires & candidate.reads) |
      identity(events, candidate.reads) * sb * identity(events, candidate.acquires & candidate.fences);
  return released * release_sequence(candidate, model) * candidate.reads_from * acquired;
}

Derived derive(const Candidate& candidate, MemoryModel model) {
  const Relation fr = from_reads(candidate);
  const Relation eco = (candidate.reads_from | candidate.modification_order | fr).closure();
  const Relation sw = synchronizes_with(candidate, model);
  const Relation hb = (candidate.program_order | sw).closure();
  return {candidate.program_order, candidate.reads_from, candidate.modification_order, fr, eco, sw, hb};
}

// No write comes between a read-modify-write and the write that it reads.
bool is_atomic(const Candidate& candidate, const Derived& derived) {
  const Relation updates = identity(candidate.events, candidate.reads & candidate.writes);
  return (derived.fr * derived.mo * updates).is_irreflexive();
}

bool is_coherent(const Derived& derived) {
  return derived.hb.is_irreflexive() && derived.eco.is_irreflexive() && (derived.hb * derived.eco).is_irreflexive();
}

// [atomics.order]: the order S exists.
bool has_seq_cst_order(const Candidate& candidate, const Derived& derived) {
  const unsigned events = candidate.events;
  const Relation seq_cst = identity(events, candidate.seq_cst);
  const Relation fences = identity(events, candidate.seq_cst & candidate.fences);
  const Relation strong =
      (derived.sb | seq_cst * derived.sw * seq_cst | derived.sb * derived.hb * derived.sb).closure();
  const Relation from = seq_cst | fences * derived.hb;
  const Relation to = seq_cst | derived.hb * fences;
  return (seq_cst * strong * seq_cst | from * derived.eco * to).is_acyclic();
}

// psc of Lahav et al., PLDI 2017.
bool has_partial_seq_cst_order(const Candidate& candidate, const Derived& derived) {
  const unsigned events = candidate.events;
  const Relation seq_cst = identity(events, candidate.seq_cst);
  const Relation fences = identity(events, candidate.seq_cst & candidate.fences);
  const Relation elsewhere = derived.sb - candidate.same_location;
  const Relation before = derived.sb | elsewhere * derived.hb * elsewhere | (derived.hb & candidate.same_location) |
                          derived.mo | derived.fr;
  const Relation base = (seq_cst | fences * optional(derived.hb)) * before * (seq_cst | optional(derived.hb) * fences);
  const Relation fence = fences * (derived.hb | derived.hb * derived.eco * derived.hb) * fences;
  return (base | fence).is_acyclic();
}

// ghb of Alglave, Maranget, Tautschnig, TOPLAS 2014, for x86. Initial values were there before the program began.
bool has_global_order(const Candidate& candidate, const Derived& derived) {
  const unsigned events = candidate.events;
  const EventSet full = candidate.locked | (candidate.seq_cst & (candidate.writes | candidate.fences));
  const Relation buffered =
      identity(events, candidate.writes & ~full) * derived.sb * identity(events, candidate.reads & ~full);
  const EventSet idle = candidate.fences & ~full;
  const Relation in_use = identity(events, ~idle);
  const Relation preserved = in_use * (derived.sb - buffered) * in_use;
  return (preserved | (derived.rf - derived.sb) | derived.mo | derived.fr).is_acyclic();
}

}  // namespace

bool is_consistent(const Candidate& candidate, MemoryModel model) {
  const Derived derived = derive(candidate, model);
  if (!is_atomic(candidate, derived) || !is_coherent(derived)) return false;
  switch (model) {
    case MemoryModel::cpp20:
      return has_seq_cst_order(candidate, derived);
    case MemoryModel::rc11:
      return has_partial_seq_cst_order(candidate, derived);
    case MemoryModel::x86_tso:
      return has_global_order(candidate, derived);
    case MemoryModel::sequential:
      break;
  }
  return (derived.sb | derived.rf | derived.mo | derived.fr).is_acyclic();
}

Relation happens_before(const Candidate& candidate, MemoryModel model) { return derive(candidate, model).hb; }

}  // namespace vigil::conformance
