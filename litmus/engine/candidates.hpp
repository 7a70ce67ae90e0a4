#pragma once

#include "event_graph.hpp"
#include "guessed_runs.hpp"
#include "test.hpp"

#include <vigil/checker/options.hpp>

#include <functional>
#include <vector>

namespace vigil::litmus {

// An execution that no memory model was asked about: each thread runs by its code, each read reads some write of that
// value, and the writes of each location have some order. Even the atomicity of read-modify-writes is not kept.
struct CandidateExecution {
  EventGraph graph;                            // thread after thread
  std::vector<const GuessedRun::Step*> steps;  // of each node
};

// Calls `visit` with each candidate that ends as the test's condition says. Returns whether these were all: guessing
// comes to a limit in programs whose threads have too many ways to run.
bool for_each_candidate(const Test& test, const checker::Options& options,
                        const std::function<void(const CandidateExecution&)>& visit);

}  // namespace vigil::litmus
