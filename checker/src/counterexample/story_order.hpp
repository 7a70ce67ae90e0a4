#pragma once

#include <vigil/checker/execution.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace vigil::checker {

// What of a step has a modification order: notifications of an atomic are another object than its value.
[[nodiscard]] std::string modified_object(const StoryStep& step);
[[nodiscard]] bool reads_object(const StoryStep& step);

struct StoryOrder {
  std::vector<StepName> steps;  // of the threads
  bool minimal = true;
};

// What `linearise` promises, as a bare order.
[[nodiscard]] StoryOrder order_of(const ToldExecution& execution, std::size_t most_states);

}  // namespace vigil::checker
