#pragma once

#include <string_view>

namespace vigil::checker {

// The file picture.css, which the build embeds: how pictures of traces look.
extern const std::string_view kPictureCss;

}  // namespace vigil::checker
