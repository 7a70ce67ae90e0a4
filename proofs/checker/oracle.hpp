#pragma once

#include "execution_set.hpp"

#include <axioms.hpp>
#include <program.hpp>

#include <cstddef>
#include <map>

namespace vigil::conformance {

using axioms::MemoryModel;

// The executions of a program by brute force. Events of all threads are added in every order: a read with every write
// as its source, a write at every place of the modification order. Graphs that is_consistent() rejects are dropped, and
// a known graph is not continued twice. The oracle shares only the program with the checker.
//
// Plain accesses read and write like relaxed ones. Whether they race is not asked: if they do, what is found means
// nothing. The executions do not show them, because without a race the rest decides what they read. The outcomes do.
//
// Gives up if there are more partial graphs than `most_graphs`, more events than a relation can hold, or a thread that
// runs on and on without an access. Throws std::out_of_range if a thread leaves an array.
[[nodiscard]] ExecutionSet enumerate(const litmus::Program& program, MemoryModel model,
                                     std::size_t most_graphs = 1'000'000);

// The same, with the preemptions of each execution.
[[nodiscard]] std::map<Execution, unsigned> preemptions_of_each(const litmus::Program& program, MemoryModel model,
                                                                std::size_t most_graphs, bool& cut_short);

}  // namespace vigil::conformance
