#pragma once

#include "graph.hpp"

namespace vigil::checker {

// What a thread learns at an `after_fence`. P1202R5: let A be a fence that releases, B one that acquires, one of the
// two light and the other heavy. If a read before B reads from a write after A, or from a release sequence that this
// write would head if it released, then what comes before A strongly happens before what comes after B.
[[nodiscard]] View known_through_partners(const Graph& graph, EventId after);

}  // namespace vigil::checker
