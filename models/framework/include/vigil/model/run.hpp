#pragma once

#include <string>

namespace vigil::models {

/// Runs a program of models: its command line, over the models that are linked into it.
///
/// The library has a `main` that calls it, and that the linker takes if the program has none. Call it from a `main` of
/// your own if the program does something else before, or says something else of itself.
///
/// Models and exhibits register themselves when the program starts, as static objects of its own sources. Of a static
/// library the linker takes only what something refers to: compile models into the program, or into an object library.
///
/// \snippet model/run.cpp example
/// \param argc, argv the arguments of `main`.
/// \param summary one sentence about the program, for `--help`.
/// \returns The exit status: 0 every verdict as expected; 1 a verdict differs; 2 wrong usage, or a model that is declared
/// wrongly; 3 a limit was reached; 4 output could not be written; 5 a search broke down.
/// \threads The main thread, before it has started others: each model is checked in a process of its own.
/// \throws nothing: what goes wrong is said on the standard error stream.
[[nodiscard]] int run(int argc, char** argv, std::string summary = "Checks models of lock-free code.");

}  // namespace vigil::models
