#pragma once

#include "graph.hpp"
#include "memory_model.hpp"
#include "test.hpp"

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::litmus {

// One way in which a thread may run to its end, if what it reads is guessed.
struct GuessedRun {
  struct Step {
    checker::Event event;  // without its source
    std::uint32_t object = 0;
    std::uint32_t instruction = 0;
  };
  std::vector<Step> steps;
  std::vector<Word> registers;
};

// All of them, for values that some thread may write.
//
// Plain accesses are taken for relaxed ones. An iteration of a loop that changes nothing is left out, as in the search:
// what a thread does afterwards, it also does without that iteration.
struct GuessedRuns {
  std::vector<std::vector<GuessedRun>> of_thread;
  bool complete = true;  // no limit was met
};
[[nodiscard]] GuessedRuns guessed_runs(const Program& program, const checker::Options& options);

// Why the runs of a program cannot be guessed; nothing if they can.
[[nodiscard]] std::optional<std::string> why_not_guessed(const Program& program);

}  // namespace vigil::litmus
