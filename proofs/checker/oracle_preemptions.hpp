#pragma once

#include "oracle_graph.hpp"

#include <axioms.hpp>
#include <program.hpp>

namespace vigil::conformance {

// The fewest preemptive context switches of all orders of the events of a complete execution, by trying each thread at
// each step. The orders respect program order and reads-from; under sequential consistency they are interleavings. A
// switch from a thread that has ended, or that the newest value so far would make wait, is not preemptive.
[[nodiscard]] unsigned least_preemptions(const Graph& graph, const litmus::Program& program, axioms::MemoryModel model);

}  // namespace vigil::conformance
