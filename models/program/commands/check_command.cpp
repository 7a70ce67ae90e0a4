#include "commands.hpp"

#include "describe.hpp"
#include "machine_report.hpp"
#include "markdown_report.hpp"
#include "table.hpp"

#include <vigil/model/exhibit.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace vigil::program {
namespace {

int status_of(const std::vector<Report>& reports) {
  const auto any = [&](Report::Status status) {
    return std::any_of(reports.begin(), reports.end(), [&](const Report& report) { return report.status == status; });
  };
  const auto differing = disagreements(reports);
  const bool unexplained =
      std::any_of(differing.begin(), differing.end(), [](const Disagreement& one) { return one.known.empty(); });
  return any(Report::Status::differs) || unexplained ? kDiffers
         : any(Report::Status::limit)                ? kLimitReached
                                                     : kAsExpected;
}

std::vector<Report> check_and_print(const std::vector<Task>& tasks, const CheckCommand& command) {
  const bool prints = command.json_file != kStandardOutput && command.junit_file != kStandardOutput;
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
                             [&](const Standing& standing) { show(progress, standing); }});
  progress.clear();
  if (prints)
    fmt::print("{}", as_table                                    ? table.foot(reports)
                     : command.format == CheckFormat::primitives ? markdown_primitives(reports, command.options)
                                                                 : markdown_models(reports, command.options));
  return reports;
}

}  // namespace

int check(const CheckCommand& command) {
  const auto found = models::models_matching(command.pattern);
  if (found.empty()) return wrong_usage(fmt::format("no model matches \"{}\"; vigil list shows them", command.pattern));
  for (const auto& file : {command.junit_file, command.json_file})
    if (!file.empty() && !checker::is_writable(file)) return wrong_usage(fmt::format("cannot write \"{}\"", file));
  const auto tasks = tasks_for(found, command.options);
  if (tasks.empty()) return wrong_usage("no model says what it does under tso or sc");
  const auto reports = check_and_print(tasks, command);
  if (!command.junit_file.empty() && !write(command.junit_file, junit_report(reports))) return kWrongUsage;
  if (!command.json_file.empty() && !write(command.json_file, json_report(reports, command.options)))
    return kWrongUsage;
  return status_of(reports);
}

}  // namespace vigil::program
