#pragma once

#include <vigil/model/engine.hpp>

#include <optional>
#include <string>

namespace vigil::program {

// A violation of a model, and the execution that shows it.
struct Counterexample {
  models::Finding finding;
  models::History history;
};

// The shortest of the failing executions that searches with few preemptions and a random one find; nothing if none
// does. Searches at most `limit` executions each way.
[[nodiscard]] std::optional<Counterexample> shortest_counterexample(const models::Engine& engine,
                                                                    const models::Model& model, std::uint64_t limit);

// What is said of each step: everything, or what a page has room for, the order's label or else the function.
enum class Detail { full, brief };

// One column for each thread, one line for each step.
[[nodiscard]] std::string in_columns(const models::History& history, unsigned threads, Detail detail);
// One line for each step, with its thread.
[[nodiscard]] std::string in_order(const models::History& history);

}  // namespace vigil::program
