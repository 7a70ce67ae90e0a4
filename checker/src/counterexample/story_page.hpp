#pragma once

#include <string_view>

namespace vigil::checker {

// The parts of the page that are the same for every story. Neither may contain "</".
extern const std::string_view kStoryStyle;
extern const std::string_view kStoryScript;

}  // namespace vigil::checker
