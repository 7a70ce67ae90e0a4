#pragma once

#include "explore.hpp"
#include "test.hpp"

#include <optional>
#include <string>

namespace vigil::litmus {

// A litmus test that a learner changes until its outcome has another verdict under C++20. What may change are memory
// orders; a fence may be given another order, but none may be added.
//
// The test says so in its metadata: "task=forbidden", and "changes=1" for how many orders may differ at most.
struct Exercise {
  Test test;
  Verdict wanted = Verdict::forbidden;
  unsigned changes = 1;
};

// Throws std::invalid_argument if the metadata say nothing of a task.
[[nodiscard]] Exercise exercise_of(Test test);

// What becomes of an attempt at an exercise.
struct Attempt {
  bool is_solved = false;
  std::string what;                                     // one sentence, for the learner
  std::optional<checker::RecordedExecution> execution;  // that shows why not
};

[[nodiscard]] Attempt judge(const Exercise& exercise, const Test& attempt);

}  // namespace vigil::litmus
