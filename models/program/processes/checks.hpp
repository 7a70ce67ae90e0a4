#pragma once

#include "progress_line.hpp"

#include <vigil/model/engine.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vigil::program {

// What is asked of `vigil check`.
struct CheckOptions {
  std::vector<const models::Engine*> engines;
  models::Wanted wanted;
  // Of several memory models, tso and sc only for models that say what they do under it.
  bool strong_where_declared = false;
  unsigned jobs = 1;
  std::chrono::duration<double> time_limit{0};  // for each model
  // For all of them: what is searched then is stopped, and what has not begun is not run.
  std::optional<std::chrono::steady_clock::time_point> end{};
  // Whether reports on a verdict that differs say where the violation shows. Each search then has one process, so that
  // it finds the same violation each time.
  bool with_places = false;
};

// One model for one engine.
struct Task {
  const models::Model* model = nullptr;
  const models::Engine* engine = nullptr;
};
[[nodiscard]] std::vector<Task> tasks_for(const std::vector<const models::Model*>& models, const CheckOptions& options);

// What came of one task.
struct Report {
  enum class Status {
    passed,    // as expected
    sampled,   // nothing found where nothing is expected, among executions drawn at random: neither passed nor failed
    bounded,   // the same among executions with few preemptions
    left_out,  // not run, for the reason in `problem`
    differs,   // another verdict than expected
    limit,     // a limit was reached before a planned search had ended
    refused,   // the model does what cannot be checked
    broken,    // the search broke down: a process of it was killed, or memory was exhausted
    known,     // differs, as a baseline says that it does
    not_run,   // had not begun when the time for the whole command was over
  };
  Task task;
  models::Answer answer;
  Status status = Status::limit;
  std::string problem;  // what the answer cannot say: interrupted, other counts than expected, why there is no verdict
  std::string place{};  // where the violation shows, if that was asked for

  [[nodiscard]] const models::Model& model() const { return *task.model; }
  [[nodiscard]] const models::Engine& engine() const { return *task.engine; }
};
// "passed", as reports for programs have it.
[[nodiscard]] std::string_view name_of(Report::Status status);

[[nodiscard]] Report::Status judge(const Task& task, const models::Answer& answer);

// A model of which two engines, or one under two memory models, do not say the same.
struct Disagreement {
  const models::Model* model = nullptr;
  std::string said;   // "relacy: requirement, checker: holds"
  std::string known;  // why that is so; empty if nobody has said
};
[[nodiscard]] std::vector<Disagreement> disagreements(const std::vector<Report>& reports);

// How far a run of checks has come.
struct Standing {
  std::size_t done = 0;
  std::size_t total = 0;
  std::uint64_t executions = 0;
  std::string running;
};
void show(checker::ProgressLine& line, const Standing& standing);

// Runs every task in a process of its own, `options.jobs` at a time; a single one may share its search among as many.
// `reported` is called in the order of `tasks`, `standing` some times a second. Ctrl-C stops everything; what was
// covered by then is reported.
struct CheckCallbacks {
  std::function<void(const Report&)> reported;
  std::function<void(const Standing&)> standing;
  // Called as soon as a model is judged, in any order; may change the status.
  std::function<void(Report&)> judged{};
};
[[nodiscard]] std::vector<Report> run_checks(const std::vector<Task>& tasks, const CheckOptions& options,
                                             const CheckCallbacks& callbacks);

}  // namespace vigil::program
