#pragma once

#include "paths.hpp"
#include "relation.hpp"

#include <vigil/checker/options.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vigil::axioms {

using checker::MemoryModel;

// An execution as the memory models see it. Initial values are writes that come before everything else in program
// order. A read-modify-write is one event.
struct Candidate {
  explicit Candidate(unsigned count)
      : events(count), program_order(count), reads_from(count), modification_order(count), same_location(count) {}

  unsigned events;
  Relation program_order, reads_from, modification_order;
  Relation same_location;
  EventSet reads = 0, writes = 0, fences = 0;  // a read-modify-write is in `reads` and in `writes`
  EventSet light = 0, heavy = 0;               // a heavy fence is in `fences`, too; a light one is not
  EventSet acquires = 0, releases = 0, seq_cst = 0;
  EventSet locked = 0;  // x86 uses a locked instruction, even if it writes nothing
};

// What a memory model asks of an execution. Each says that some relation has no cycle.
enum class Axiom : std::uint8_t {
  atomicity,  // no write comes between a read-modify-write and the write that it reads
  coherence,  // happens-before and the order of each location agree
  thin_air,   // of RC11: program order and reads-from have no cycle
  order,      // the order S of C++20, psc of RC11, the global order of x86, the interleaving of SC
};
inline constexpr std::array kAxioms{Axiom::atomicity, Axiom::coherence, Axiom::thin_air, Axiom::order};
// "atomicity", "thin-air".
[[nodiscard]] std::string_view name_of(Axiom axiom);

// The first axiom of the model, in the order of the enumerators, that does not hold; by the definitions of the standard
// and the papers alone. C++20, as the standard's recommendation is no axiom, says nothing of load buffering.
[[nodiscard]] std::optional<Axiom> broken_axiom(const Candidate& candidate, MemoryModel model);
[[nodiscard]] inline bool is_consistent(const Candidate& candidate, MemoryModel model) {
  return !broken_axiom(candidate, model);
}

// A cycle that breaks an axiom: each arrow begins where the one before ends, the first where the last ends.
struct Cycle {
  Axiom axiom = Axiom::coherence;
  Path arrows;
};
// Of the first axiom that does not hold, a cycle of the fewest arrows; nothing if all that is wrong is that x86-TSO has
// no moments for a heavy fence: that is no cycle. A coherence cycle ends with its arrows of the
// order of the location.
[[nodiscard]] std::optional<Cycle> shortest_cycle(const Candidate& candidate, MemoryModel model);

[[nodiscard]] Relation from_reads(const Candidate& candidate);
// What comes before one of a light and a heavy fence, and what comes after the other that learns of it: P1202R5.
[[nodiscard]] Relation ordered_by_asymmetric_fences(const Candidate& candidate, MemoryModel model);
// Nothing for a model whose reads all synchronise, x86-TSO and SC.
[[nodiscard]] Relation synchronises_with(const Candidate& candidate, MemoryModel model);
[[nodiscard]] Relation happens_before(const Candidate& candidate, MemoryModel model);
// What the order of Axiom::order must contain. Of an execution that the model allows it has no cycle.
[[nodiscard]] Relation constraints_of_order(const Candidate& candidate, MemoryModel model);

}  // namespace vigil::axioms
