#pragma once

#include <vigil/checker/execution.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace vigil::checker {

// What of a step has a modification order: notifications of an atomic are another object than its value.
[[nodiscard]] std::string modified_object(const TraceStep& step);
[[nodiscard]] bool reads_object(const TraceStep& step);

struct TraceOrder {
  std::vector<StepName> steps;  // of the threads
  bool minimal = true;
};

// What `linearise` promises, as a bare order.
[[nodiscard]] TraceOrder order_of(const RecordedExecution& execution, std::size_t most_states);

}  // namespace vigil::checker
