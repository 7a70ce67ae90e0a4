#pragma once

#include "relation.hpp"

#include <vigil/checker/options.hpp>

namespace vigil::conformance {

using checker::MemoryModel;

// An execution as the memory models see it. Initial values are writes that come before everything else in program
// order.
// A read-modify-write is one event.
struct Candidate {
  explicit Candidate(unsigned count)
      : events(count), program_order(count), reads_from(count), modification_order(count), same_location(count) {}

  unsigned events;
  Relation program_order, reads_from, modification_order;
  Relation same_location;
  EventSet reads = 0, writes = 0, fences = 0;  // a read-modify-write is in `reads` and in `writes`
  EventSet acquires = 0, releases = 0, seq_cst = 0;
  EventSet locked = 0;  // x86 uses a locked instruction, even if it writes nothing
};

// Whether the model allows the execution, by the definitions of the standard and the papers alone. sb ∪ rf must be
// acyclic.
[[nodiscard]] bool is_consistent(const Candidate& candidate, MemoryModel model);

[[nodiscard]] Relation happens_before(const Candidate& candidate, MemoryModel model);

}  // namespace vigil::conformance
