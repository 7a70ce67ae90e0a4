#pragma once

#include <string_view>

namespace vigil::checker {

// The files page.css and page.js, which the build embeds: the parts of the page that are the same for every trace.
extern const std::string_view kPageCss;
extern const std::string_view kPageJs;

}  // namespace vigil::checker
