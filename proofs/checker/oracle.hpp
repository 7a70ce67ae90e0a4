#pragma once

#include "definitions.hpp"
#include "execution_set.hpp"
#include "litmus.hpp"

#include <cstddef>

namespace vigil::conformance {

// The executions of a program by brute force. Events of all threads are added in every order: a read with every write
// as its source, a write at every place of the modification order. Graphs that is_consistent() rejects are dropped, and
// a known graph is not continued twice. The oracle shares only the program with the checker.
//
// Gives up if there are more partial graphs than `most_graphs`, or more events than a relation can hold.
[[nodiscard]] ExecutionSet enumerate(const Program& program, MemoryModel model, std::size_t most_graphs = 1'000'000);

}  // namespace vigil::conformance
