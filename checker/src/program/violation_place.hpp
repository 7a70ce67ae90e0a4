#pragma once

#include <vigil/checker/trace.hpp>

#include <string>

namespace vigil::checker {

// The step at which a violation shows, in words that stay the same where lines of the source move: the thread, the
// function, the label of the order and the object. "reader: reader [fixture.see], published".
[[nodiscard]] std::string place_of_violation(const Trace& trace);

}  // namespace vigil::checker
