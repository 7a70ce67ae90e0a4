#pragma once

#include <vigil/checker/check.hpp>

namespace vigil::checker {

// A search that several processes share. Subtrees are independent: whoever has work left gives a part to whoever has
// none. The processes are forks of this one, so every address of the model is the same in all of them, and a crash
// stays where it is.
[[nodiscard]] Result check_in_team(const ModelCode& code, const Options& options);

}  // namespace vigil::checker
