#pragma once

#include <vigil/checker/check.hpp>

namespace vigil::checker {

// The same execution, with its choices in the order of its trace, so that a replay takes the steps in that order.
[[nodiscard]] Finding in_trace_order(const ModelCode& code, const Options& options, Finding finding);

}  // namespace vigil::checker
