#pragma once

#include <vigil/model/engine.hpp>

#include <cstddef>
#include <string>

namespace vigil::program {

// How many steps the threads take, setup and end left out.
[[nodiscard]] std::size_t steps_of_threads(const models::Recording& recording);

// What is said of each step: everything, or what a page has room for, the order's label or else the function.
enum class Detail { full, brief };

// One column for each thread, one line for each step.
[[nodiscard]] std::string in_columns(const models::History& history, unsigned threads, Detail detail);
// One line for each step, with its thread.
[[nodiscard]] std::string in_order(const models::History& history);

}  // namespace vigil::program
