#pragma once

#include <string_view>

namespace vigil::checker {

// The parts of the page that are the same for every trace. Neither may contain "</".
extern const std::string_view kTraceStyle;
extern const std::string_view kTraceScript;

}  // namespace vigil::checker
