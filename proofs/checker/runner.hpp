#pragma once

#include "execution_set.hpp"
#include "litmus.hpp"

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <string>

namespace vigil::conformance {

struct Checked {
  ExecutionSet found;
  std::string trouble;  // what the checker should not have said of any program; empty: nothing
};

// The executions of a program by the checker. An execution that it shows twice is trouble.
[[nodiscard]] Checked check(const Program& program, checker::MemoryModel model, std::uint64_t most_executions);

// What the checker says of the program, compared with what the oracle says; empty if they agree, or if the program is
// too large for the oracle. `was_compared` tells the two apart.
[[nodiscard]] std::string disagreement(const Program& program, checker::MemoryModel model, std::size_t most_graphs,
                                       bool* was_compared = nullptr);

}  // namespace vigil::conformance
