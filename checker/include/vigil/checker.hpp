#pragma once

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/run.hpp>
#include <vigil/checker/trace.hpp>

/// \namespace vigil::checker
/// The model checker: runs code that is written against an atomics layer through every execution that the memory model
/// allows, and shows the execution that violates a requirement.
///
/// `<vigil/checker.hpp>` is all that a program needs to check lock-free code of its own: the layer CheckedAtomics,
/// which the code is instantiated with, and run(), which runs a model and returns a Verdict.
/// docs/check-your-own-code.md has the tour.
///
/// \snippet checker.cpp example

namespace vigil::checker {

static_assert(ThreadedLayer<CheckedAtomics>);

}  // namespace vigil::checker
