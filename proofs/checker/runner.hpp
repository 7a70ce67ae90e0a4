#pragma once

#include "execution_set.hpp"
#include "native_model.hpp"

#include <vigil/checker/execution.hpp>
#include <vigil/checker/options.hpp>

#include <program.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vigil::conformance {

// Everything is searched, and violations are counted.
[[nodiscard]] checker::Options options_for(checker::MemoryModel model, Loops loops = Loops::plain);

// What the checker shows of an execution, in the form in which executions are compared.
[[nodiscard]] Execution execution_of(const checker::ObservedExecution& observed);

// What the one set has and the other one has not; empty if they are equal. `exact`: compares executions, and not only
// outcomes.
[[nodiscard]] std::string difference(const ExecutionSet& oracle, const ExecutionSet& checker, bool exact);

struct Checked {
  ExecutionSet found;
  // Whether the first violation is a data race. If it is, what was found means nothing.
  bool races = false;
  std::uint64_t beyond_preemptions = 0;  // what the search met beyond a bound
  std::string trouble;                   // a result that is wrong for every program; empty: none
};

// The executions of a program by the checker. An execution that it shows twice is trouble.
[[nodiscard]] Checked check(const litmus::Program& program, checker::MemoryModel model, Loops loops,
                            std::uint64_t most_executions, std::optional<unsigned> most_preemptions = std::nullopt);

// How the checker's and the oracle's executions of the program differ; empty if they agree, or if the program is too
// large for the oracle. `was_compared` distinguishes the two. Loops are written in each way that the oracle's counts
// apply to. A data race is a difference: the oracle knows none.
[[nodiscard]] std::string disagreement(const litmus::Program& program, checker::MemoryModel model,
                                       std::size_t most_graphs, bool* was_compared = nullptr);

}  // namespace vigil::conformance
