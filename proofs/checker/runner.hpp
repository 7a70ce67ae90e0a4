#pragma once

#include "execution_set.hpp"
#include "litmus.hpp"

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>

#include <cstdint>
#include <set>
#include <string>

namespace vigil::conformance {

// How the loops of a program are written, and searched.
enum class Loops {
  plain,     // as anybody would write them: the checker recognises those that wait
  declared,  // by the layer's operations for waiting and retrying
  unrolled,  // every iteration is an execution's own
};

// A program as a model. Only one program at a time has one, and both arguments must outlive it. Each complete execution
// adds its outcome, if anybody wants it.
[[nodiscard]] checker::ModelCode code_of(const Program& program, Loops loops = Loops::plain,
                                         std::set<Outcome>* outcomes = nullptr);

// Everything is searched, and violations are counted.
[[nodiscard]] checker::Options options_for(checker::MemoryModel model, Loops loops = Loops::plain);

struct Checked {
  ExecutionSet found;
  std::string trouble;  // what the checker should not have said of any program; empty: nothing
};

// The executions of a program by the checker. An execution that it shows twice is trouble.
[[nodiscard]] Checked check(const Program& program, checker::MemoryModel model, Loops loops,
                            std::uint64_t most_executions);

// What the checker says of the program, compared with what the oracle says; empty if they agree, or if the program is
// too large for the oracle. `was_compared` tells the two apart. Every way of writing loops is compared for which the
// oracle's counts are made.
[[nodiscard]] std::string disagreement(const Program& program, checker::MemoryModel model, std::size_t most_graphs,
                                       bool* was_compared = nullptr);

}  // namespace vigil::conformance
