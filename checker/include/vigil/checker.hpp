#pragma once

// All that a program needs to check lock-free code of its own: the layer that the code is instantiated with, and what
// runs a model and says what became of it. docs/check-your-own-code.md has the tour.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/run.hpp>
#include <vigil/checker/trace.hpp>
