#pragma once

#include <string>

namespace vigil::conformance {

// What is wrong with the mean of many small estimates, beside a search that explores everything; empty: nothing.
[[nodiscard]] std::string wrong_mean_of_estimates();

}  // namespace vigil::conformance
