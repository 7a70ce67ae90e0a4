#pragma once

#include <vigil/checker/whose_turn.hpp>

namespace vigil::unmodified {

// While one lives, a function of ours runs that the program has called: it may use malloc and locks as any program.
using Hook = checker::detail::CheckersTurn;

}  // namespace vigil::unmodified
