#pragma once

#include "changes.hpp"
#include "explore.hpp"
#include "why_not.hpp"

#include <vigil/checker/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vigil::program {

// A litmus test under one memory model.
struct LitmusVerdict {
  checker::MemoryModel memory_model = checker::MemoryModel::cpp20;
  litmus::Answer answer;
  std::optional<litmus::Verdict> expected;  // as the test says, if it does
  std::optional<litmus::Effects> effects;   // of single changes, if they were asked for
  std::optional<litmus::WhyNot> why_not;    // if no execution ends so, and an explanation was asked for
  double seconds = 0;

  // Of what the test says, or of its quantifier. Nothing: nothing was expected, or the search came to a limit.
  [[nodiscard]] std::optional<bool> is_as_expected(litmus::Quantifier quantifier) const;
};

struct LitmusReport {
  std::string file;
  litmus::Test test;
  std::vector<LitmusVerdict> verdicts;
};

// A row of the table, and its head.
[[nodiscard]] std::string litmus_head(const std::vector<checker::MemoryModel>& models, std::size_t name_width);
[[nodiscard]] std::string litmus_row(const LitmusReport& report, std::size_t name_width);
// The final values of what the test shows, under each memory model that has other ones.
[[nodiscard]] std::string litmus_states(const LitmusReport& report);
// What one change would do to the verdict.
[[nodiscard]] std::string litmus_changes(const LitmusReport& report, const LitmusVerdict& verdict);
// The execution that shows the verdict, step by step; or why there is none.
[[nodiscard]] std::string litmus_example(const LitmusReport& report, const LitmusVerdict& verdict);
// The same as a picture, and as a page to step through. The verdict has an example.
[[nodiscard]] std::string litmus_svg(const LitmusReport& report, const LitmusVerdict& verdict);
[[nodiscard]] std::string litmus_html(const LitmusReport& report, const LitmusVerdict& verdict);
// How many verdicts are as expected, and how many differ: the last lines.
[[nodiscard]] std::string litmus_summary(const std::vector<LitmusReport>& reports);

[[nodiscard]] std::string litmus_json(const std::vector<LitmusReport>& reports);
[[nodiscard]] std::string litmus_junit(const std::vector<LitmusReport>& reports);

}  // namespace vigil::program
