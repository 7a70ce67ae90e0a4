#pragma once

#include "definitions.hpp"
#include "execution_set.hpp"
#include "litmus.hpp"

#include <cstddef>

namespace vigil::conformance {

// The executions of a program by brute force: events of all threads are added in every order, a read with every write
// as its source, a write at every place of the modification order, and what is_consistent() rejects is dropped; a graph
// that was seen before is not continued again. It shares nothing with the checker but the program.
//
// Gives up where there are more partial graphs than `most_graphs`, or more events than a relation can hold.
[[nodiscard]] ExecutionSet enumerate(const Program& program, MemoryModel model, std::size_t most_graphs = 1'000'000);

}  // namespace vigil::conformance
