#pragma once

#include "checks.hpp"
#include "words.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// What tables, reports and pages say, in the same words.

// "holds", "fails: data-race or leak".
[[nodiscard]] std::string describe_expected(const models::Model& model);
// The same, as it is expected from the task's engine; the truth, where that is known to answer something else.
[[nodiscard]] std::string describe_expected(const Task& task);
// "random 20,000; context bound 2: all 16,804", "exhaustive: 24 executions, 3 blocked", "found after 3
// executions".
// Whether the search ended without one: the model cannot be checked, or the search broke down.
[[nodiscard]] bool has_no_answer(const Report& report);
[[nodiscard]] std::string describe_searches(const Report& report);
// "deque/chase_lev" of "deque/chase_lev/last-job/without-probe".
[[nodiscard]] std::string primitive_of(const std::string& name);
// The model's bounds and, after them, those that it sets for the engine.
[[nodiscard]] std::string describe_bounds(const Task& task);
// The engines of the reports, in the order in which they come.
[[nodiscard]] std::vector<const models::Engine*> engines_of(const std::vector<Report>& reports);

}  // namespace vigil::program
