#pragma once

#include "execution_set.hpp"

#include <vigil/checker/model_code.hpp>

#include <program.hpp>

#include <cstdint>
#include <set>
#include <vector>

namespace vigil::conformance {

// How the loops of a program are written and searched. This is said of instructions that are loops. A loop that jumps
// make is executed as it is.
enum class Loops {
  plain,     // as ordinary loops: the checker recognises those that wait
  declared,  // by the layer's operations for waiting and retrying
  unrolled,  // every iteration is explored
};

// A program as a model. Only one program at a time can be a model, and both arguments must outlive it. Each complete
// execution adds its outcome, if outcomes are collected. An index outside its array is a violation.
[[nodiscard]] checker::ModelCode code_of(const litmus::Program& program, Loops loops = Loops::plain,
                                         std::set<Outcome>* outcomes = nullptr);
checker::ModelCode code_of(litmus::Program&& program, Loops loops = Loops::plain,
                           std::set<Outcome>* outcomes = nullptr) = delete;

// The same, but each thread starts another one, which executes the instructions from number `first` on, and joins it.
[[nodiscard]] checker::ModelCode code_that_starts_threads(const litmus::Program& program, std::uint32_t first);
checker::ModelCode code_that_starts_threads(litmus::Program&& program, std::uint32_t first) = delete;

// When a thread acts that starts others and joins them.
enum class Acts { between_all, between_starts, between_joins };

// The same as a model of one thread. It executes the first thread of the program, and starts and joins the others. Each
// runs the code that `runs` names for it: the number of a thread.
[[nodiscard]] checker::ModelCode code_with_one_starter(const litmus::Program& program,
                                                       const std::vector<unsigned>& runs, Acts acts);
checker::ModelCode code_with_one_starter(litmus::Program&& program, const std::vector<unsigned>& runs,
                                         Acts acts) = delete;

}  // namespace vigil::conformance
