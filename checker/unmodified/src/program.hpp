#pragma once

#include "runtime.hpp"

#include <vigil/checker/whose_turn.hpp>

#include <string>

namespace vigil::unmodified {

namespace detail = checker::detail;
using checker::Action;
using checker::Handle;
using checker::kMostThreads;
using checker::Moment;
using checker::ObjectKind;
using checker::Violation;

// Whether a function was called by the program while it is explored. Else it does what the real one does.
[[nodiscard]] inline bool explores() { return detail::model_runs; }

// The thread of the program that runs.
[[nodiscard]] inline unsigned current_thread() { return checker::Runtime::current().replay().current(); }
[[nodiscard]] inline Moment now() { return checker::Runtime::current().replay().now(); }

[[noreturn]] void violate(Violation violation, std::string what);
// More of something than can be kept. It says nothing of the program.
[[noreturn]] void reach_limit(const std::string& of_what);
// The program does what cannot be explored. `what`: "calls fork()", and `why`.
[[noreturn]] void refuse(const std::string& what, const void* caller);

}  // namespace vigil::unmodified
