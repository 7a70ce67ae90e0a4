#pragma once

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <string>

namespace vigil::playground {

// What a page shows of a litmus test under one memory model, as JSON: `verdict`, the counts of the search, `shown` (the
// names of registers and objects), `states` (the values of these at the end, each with the number of executions that
// end so), and `trace`, the execution that shows the verdict, if there is one.
//
// `most_executions` bounds the search; 0: no bound. Throws litmus::TextError for a text that is no test, and
// std::invalid_argument for a program that is too large.
[[nodiscard]] std::string answer(const std::string& text, checker::MemoryModel model, std::uint64_t most_executions);

}  // namespace vigil::playground
