#pragma once

#include <vigil/checker/options.hpp>
#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace vigil::models {

// How many executions a model has under C++20.
struct ExpectedCounts {
  std::uint64_t executions = 0;
  // Where it is named, the search goes on after a violation and counts them all.
  std::optional<std::uint64_t> violating;
};

// What a model asks of the checker, which otherwise goes through every execution.
struct CheckerPlan {
  // The bounds on one execution; limits, memory model and callbacks are set by the program.
  checker::Options bounds;
  std::optional<ExpectedCounts> counts;
  // Why the model is too large for the quick form; empty if it is not.
  std::string thorough_only;
  // Why it is too large for any form: then the thorough one draws executions at random. Empty if it is not.
  std::string too_large;
  // Under these memory models another verdict is right than under C++20, or it is worth knowing that it is the same.
  std::map<checker::MemoryModel, checker::Outcome> under;
};

}  // namespace vigil::models
