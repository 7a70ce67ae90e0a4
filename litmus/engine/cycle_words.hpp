#pragma once

#include "event_graph.hpp"
#include "guessed_runs.hpp"
#include "why_not.hpp"

#include <vector>

namespace vigil::litmus {

// An execution that a memory model does not allow.
struct ForbiddenExecution {
  EventGraph graph;
  std::vector<GuessedRun::Step> steps;  // of each node
};

// The execution as a picture, with the cycle in words, arrow by arrow, and what follows from it.
[[nodiscard]] WhyNot::Shown explained(const Program& program, const ForbiddenExecution& execution,
                                      const axioms::Cycle& cycle, checker::MemoryModel model);

}  // namespace vigil::litmus
