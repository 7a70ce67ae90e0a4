#pragma once

#include <vigil/checker/check.hpp>

namespace vigil::checker {

// The same execution, with its choices in the order of its story, so that a replay does one thing after the other as
// the story tells them.
[[nodiscard]] Finding in_story_order(const ModelCode& code, const Options& options, Finding finding);

}  // namespace vigil::checker
