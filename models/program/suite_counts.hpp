#pragma once

#include <string_view>

namespace vigil::checker {

// suite_counts.txt: how many executions each model has, as the test of these counts keeps it. See KnownCounts.
extern const std::string_view kSuiteCountsTxt;

}  // namespace vigil::checker
