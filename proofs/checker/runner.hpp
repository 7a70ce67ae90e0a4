#pragma once

#include "execution_set.hpp"
#include "litmus.hpp"

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>

#include <cstdint>
#include <set>
#include <string>

namespace vigil::conformance {

// How the loops of a program are written and searched.
enum class Loops {
  plain,     // as ordinary loops: the checker recognises those that wait
  declared,  // by the layer's operations for waiting and retrying
  unrolled,  // every iteration is explored
};

// A program as a model. Only one program at a time can be a model, and both arguments must outlive it. Each complete
// execution adds its outcome, if outcomes are collected.
[[nodiscard]] checker::ModelCode code_of(const Program& program, Loops loops = Loops::plain,
                                         std::set<Outcome>* outcomes = nullptr);

// Everything is searched, and violations are counted.
[[nodiscard]] checker::Options options_for(checker::MemoryModel model, Loops loops = Loops::plain);

struct Checked {
  ExecutionSet found;
  std::string trouble;  // a result that is wrong for every program; empty: none
};

// The executions of a program by the checker. An execution that it shows twice is trouble.
[[nodiscard]] Checked check(const Program& program, checker::MemoryModel model, Loops loops,
                            std::uint64_t most_executions);

// How the checker's and the oracle's executions of the program differ; empty if they agree, or if the program is too
// large for the oracle. `was_compared` distinguishes the two. Loops are written in each way that the oracle's counts
// apply to.
[[nodiscard]] std::string disagreement(const Program& program, checker::MemoryModel model, std::size_t most_graphs,
                                       bool* was_compared = nullptr);

}  // namespace vigil::conformance
