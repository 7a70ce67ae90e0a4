#include "problems.hpp"

#include "child.hpp"
#include "describe.hpp"
#include "exit_status.hpp"
#include "model_hint.hpp"
#include "sarif.hpp"
#include "token.hpp"

#include <vigil/model/this_program.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <variant>

namespace vigil::program {
namespace {

using checker::Problem;
using nlohmann::json;

// Of the models' sources.
checker::SourceRoot root() {
  const auto& directory = models::this_program().source_root;
  return directory.empty() ? checker::SourceRoot::of_working_directory() : checker::SourceRoot(directory);
}

Problem::Level level_of(const Report& report) {
  if (report.status == Report::Status::known) return Problem::Level::known;
  return report.status == Report::Status::passed ? Problem::Level::expected : Problem::Level::error;
}

Problem problem_of(const models::History& history, const models::Model& model) {
  Problem problem;
  problem.model = model.name;
  problem.rule = models::name_of(history.outcome);
  unsigned number = 0;
  for (const auto& step : history.steps) {
    checker::ProblemStep shown{std::nullopt, step.thread,   ++number, "thread " + std::to_string(step.thread),
                               step.text,    step.violation};
    if (step.thread == models::Step::kSetup) shown.thread_name = "setup";
    if (step.thread == models::Step::kEnd) shown.thread_name = "finish";
    if (step.line != 0) shown.place = {root().path_of(step.file), step.line, step.function};
    if (shown.place && (step.violation || !problem.place)) problem.place = shown.place;
    problem.steps.push_back(std::move(shown));
  }
  checker::set_fingerprint(problem, "");
  return problem;
}

Problem problem_of(const models::Recording& recording, const models::Model& model) {
  if (const auto* history = std::get_if<models::History>(&recording)) return problem_of(*history, model);
  const auto trace = checker::linearise(std::get<checker::RecordedExecution>(recording));
  return checker::problem_of(trace, model.name, root());
}

std::string message_for(const Report& report) {
  const auto* finding = report.answer.finding();
  const auto seen = finding != nullptr ? fmt::format("{}: {}", models::name_of(finding->violation), finding->what)
                                       : describe_searches(report);
  auto text = fmt::format("{}: {}", report.model().name, seen);
  if (!report.problem.empty()) text += "; " + report.problem;
  return text + (level_of(report) == Problem::Level::expected ? ", as expected"
                                                              : ", expected: " + describe_expected(report.task));
}

void complete(Problem& problem, const Report& report) {
  problem.level = level_of(report);
  problem.message = message_for(report);
  problem.bounds = describe_bounds(report.task);
  problem.memory_model = report.engine().memory_model_in_words();
}

ReportedProblem reported(const Problem& problem, const ProblemOptions& options) {
  return {options.sarif ? checker::sarif_result(problem) : std::string(),
          options.annotations ? checker::annotation(problem, *options.annotations) : std::string(), problem.hint.text};
}

// Of a report with a violation. In a process of its own.
json run_again(const Report& report, const ProblemOptions& options) {
  const auto& model = report.model();
  const auto& engine = report.engine();
  auto last = report.answer.searches.back();
  Problem problem;
  {
    const models::InstalledTables tables(model);
    last.result.finding = engine.shortest(model, *last.result.finding);
    problem = problem_of(engine.replay(model, last.execution()), model);
  }
  complete(problem, report);
  problem.replay = replay_command(token_of(model, engine, last));
  if (engine.name() == "checker" && options.hint_limit > 0 &&
      (options.hint || level_of(report) == Problem::Level::error))
    problem.hint = hint_for(model, engine, last.search, *last.result.finding,
                            std::chrono::duration<double>(options.hint_limit), root());
  const auto [sarif, annotation, hint] = reported(problem, options);
  return {{"sarif", sarif}, {"annotation", annotation}, {"hint", hint}};
}

// Where the model cannot be run again, and where there is no violation to show.
ReportedProblem without_steps(const Report& report, const ProblemOptions& options) {
  Problem problem;
  problem.model = report.model().name;
  const auto* finding = report.answer.finding();
  problem.rule = finding != nullptr ? models::name_of(finding->violation) : checker::kUnexpectedVerdict;
  complete(problem, report);
  checker::set_fingerprint(problem, "");
  return reported(problem, options);
}

std::string why_undecided(const Report& report) {
  const bool is_open = report.status == Report::Status::limit || report.status == Report::Status::not_run;
  if (!is_open && !has_no_answer(report)) return {};
  return report.problem.empty() ? describe_searches(report) : report.problem;
}

bool runs_again(const Report& report, const ProblemOptions& options) {
  if (report.answer.finding() == nullptr) return false;
  return level_of(report) == Problem::Level::error || options.sarif || options.hint;
}

}  // namespace

std::vector<ReportedProblem> problems_of(const std::vector<Report>& reports, const ProblemOptions& options) {
  std::vector<ReportedProblem> problems(reports.size());
  std::vector<std::size_t> again;
  for (std::size_t i = 0; i != reports.size(); ++i) {
    const auto& report = reports[i];
    if (runs_again(report, options))
      again.push_back(i);
    else if (report.status == Report::Status::differs || report.status == Report::Status::known)
      problems[i] = without_steps(report, options);
    else if (const auto why = why_undecided(report); !why.empty() && options.annotations)
      problems[i].annotation = checker::annotation_without_verdict(report.model().name, why, *options.annotations);
  }
  for (std::size_t begin = 0; begin < again.size(); begin += options.jobs) {
    const auto end = std::min(again.size(), begin + options.jobs);
    std::vector<std::unique_ptr<Child>> children;
    for (auto i = begin; i != end; ++i)
      children.push_back(std::make_unique<Child>([&] { return run_again(reports[again[i]], options); }));
    for (auto i = begin; i != end; ++i) {
      auto& child = *children[i - begin];
      while (!child.read()) {
      }
      auto& problem = problems[again[i]];
      if (!child.result())
        problem = without_steps(reports[again[i]], options);
      else
        problem = {(*child.result())["sarif"], (*child.result())["annotation"], (*child.result())["hint"]};
    }
  }
  return problems;
}

std::string sarif_report(const std::vector<Report>& reports, const std::vector<ReportedProblem>& problems, int status) {
  checker::SarifRun run{root().directory(), status, {}, {}};
  for (std::size_t i = 0; i != reports.size(); ++i) {
    if (!problems[i].sarif.empty()) run.results.push_back(problems[i].sarif);
    if (const auto why = why_undecided(reports[i]); !why.empty())
      run.notifications.push_back({has_no_answer(reports[i]), reports[i].model().name, why});
  }
  return checker::sarif_log(run);
}

}  // namespace vigil::program
