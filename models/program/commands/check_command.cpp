#include "commands.hpp"

#include "answered.hpp"
#include "baseline_gate.hpp"
#include "costs.hpp"
#include "describe.hpp"
#include "machine_report.hpp"
#include "markdown_report.hpp"
#include "table.hpp"
#include "words.hpp"

#include <vigil/model/exhibit.hpp>
#include <vigil/model/this_program.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

namespace vigil::program {
namespace {

// A verdict that differs is known, if the gate accepts it.
void apply_baseline(Report& report, const CheckOptions& options, checker::BaselineGate& gate) {
  auto answered = answered_by(report, options.wanted.preemptions);
  if (answered && gate.accepts(std::move(*answered))) report.status = Report::Status::known;
}

bool prints_table(const CheckCommand& command) {
  for (const auto& file : {command.json_file, command.junit_file, command.sarif_file, command.baseline.write})
    if (file == kStandardOutput) return false;
  return true;
}

// Besides the table: annotations, hints and SARIF.
void report_problems(const std::vector<Report>& reports, const CheckCommand& command, int status) {
  auto options = command.problems;
  options.sarif = !command.sarif_file.empty();
  options.jobs = command.options.jobs;
  if (!options.is_wanted()) return;
  const auto problems = problems_of(reports, options);
  for (std::size_t i = 0; i != reports.size(); ++i) {
    if (!problems[i].hint.empty() && prints_table(command))
      fmt::print("hint for {}: {}\n", reports[i].model().name, problems[i].hint);
    fmt::print("{}", problems[i].annotation);
  }
  if (options.sarif) checker::write_file(command.sarif_file, sarif_report(reports, problems, status));
}

std::vector<Report> check_and_print(const std::vector<Task>& tasks, const CheckCommand& command,
                                    checker::BaselineGate& gate) {
  const bool prints = prints_table(command);
  const bool as_table = prints && command.format == CheckFormat::table;
  const Table table(tasks);
  if (as_table) fmt::print("{}", table.head());
  checker::ProgressLine progress;
  auto reports = run_checks(tasks, command.options,
                            {[&](const Report& report) {
                               progress.clear();
                               if (as_table) fmt::print("{}", table.row(report));
                               std::fflush(stdout);
                             },
                             [&](const Standing& standing) { show(progress, standing); },
                             [&](Report& report) { apply_baseline(report, command.options, gate); }});
  progress.clear();
  if (prints)
    fmt::print("{}", as_table                                    ? table.foot(reports)
                     : command.format == CheckFormat::primitives ? markdown_primitives(reports, command.options)
                                                                 : markdown_models(reports, command.options));
  return reports;
}

int print_estimates(const std::vector<Task>& tasks, const CheckOptions& options) {
  using Clock = std::chrono::steady_clock;
  checker::Options asked;
  asked.symmetry = options.wanted.symmetry;
  asked.most_preemptions = options.wanted.preemptions;
  int status = kAsExpected;
  for (const auto& [model, engine] : tasks) {
    const auto name = options.engines.size() == 1
                          ? model->name
                          : model->name + " under " + std::string(engine->memory_model_in_words());
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(options.time_limit);
    const auto estimate = engine->estimate(*model, options.wanted, {deadline, 1});
    if (estimate && estimate->executions + estimate->blocked != 0) {
      fmt::print("{}: {}\n", name, checker::estimate_in_words(*estimate, asked));
    } else {
      fmt::print("{}: no estimate within the time limit\n", name);
      status = checker::worse(status, kLimitReached);
    }
    std::fflush(stdout);
  }
  return status;
}

}  // namespace

int status_of(const std::vector<Report>& reports) {
  int status = kAsExpected;
  for (const auto& report : reports) status = checker::worse(status, exit_status(report.status));
  const auto differing = disagreements(reports);
  const bool unexplained =
      std::any_of(differing.begin(), differing.end(), [](const Disagreement& one) { return one.known.empty(); });
  return unexplained ? checker::worse(status, kDiffers) : status;
}

int check(const CheckCommand& command) {
  const auto matching = models::models_matching(command.pattern);
  if (matching.empty()) return no_such_model(command.pattern);
  checker::BaselineGate gate(command.baseline);
  for (const auto& file : {command.junit_file, command.json_file, command.sarif_file})
    if (!file.empty()) checker::expect_writable(file);
  const auto found = models_in(command.shard, matching, command.options);
  const auto tasks = tasks_for(found, command.options);
  if (tasks.empty() && !found.empty()) return wrong_usage("no model says what it does under tso or sc");
  if (command.only_estimates) return print_estimates(tasks, command.options);
  const auto reports = check_and_print(tasks, command, gate);
  gate.note_models_that_are_gone(
      [](const std::string& model) { return models::Registry::instance().find(model) != nullptr; });
  const RunScope scope{command.shard, gate.stale(), gate.is_strict()};
  if (!command.junit_file.empty()) checker::write_file(command.junit_file, junit_report(reports, scope));
  if (!command.json_file.empty()) checker::write_file(command.json_file, json_report(reports, command.options, scope));
  const int status = checker::worse(status_of(reports), gate.conclude(models::this_program().name));
  report_problems(reports, command, status);
  return status;
}

}  // namespace vigil::program
