#include "table.hpp"

#include "describe.hpp"
#include "gate_options.hpp"
#include "token.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vigil::program {
namespace {

using checker::counted;
using checker::grouped;

std::string_view word_for(Report::Status status) {
  switch (status) {
    case Report::Status::passed:
      return "ok";
    case Report::Status::sampled:
    case Report::Status::bounded:
      return "some";
    case Report::Status::left_out:
      return "-";
    case Report::Status::differs:
      return "FAIL";
    case Report::Status::refused:
    case Report::Status::broken:
      return "ERROR";
    case Report::Status::known:
      return "known";
    case Report::Status::not_run:
    case Report::Status::limit:
      break;
  }
  return "LIMIT";
}

std::string describe_verdict(const Report& report) {
  if (report.status == Report::Status::left_out) return "left out";
  if (has_no_answer(report)) return "no verdict";
  if (report.status == Report::Status::not_run) return "not run";
  if (report.status == Report::Status::bounded) return "holds up to bound";
  return std::string(checker::verdict_in_words(report.answer.outcome(), report.answer.complete()));
}

std::string describe_engine(const models::Engine& engine) {
  return engine.name() == engine.memory_model() ? std::string(engine.name())
                                                : fmt::format("{} {}", engine.name(), engine.memory_model());
}

std::size_t count(const std::vector<Report>& reports, Report::Status status) {
  return static_cast<std::size_t>(
      std::count_if(reports.begin(), reports.end(), [&](const Report& report) { return report.status == status; }));
}

bool any_undeclared_waits(const std::vector<Report>& reports, const models::Engine& engine) {
  return std::ranges::any_of(reports, [&](const Report& report) {
    return report.task.engine == &engine &&
           std::ranges::any_of(report.answer.searches,
                               [](const models::SearchResult& each) { return each.result.undeclared_waits; });
  });
}

std::string scope_of(const std::vector<Report>& reports, const models::Engine& engine) {
  if (engine.name() == "relacy")
    return fmt::format(
        "Scope: engine relacy, memory model {} (docs/writing-a-model.md says where it errs). Bounded: a verdict\n"
        "covers the searches in its row, at the bounds in its row, and no others.\n",
        engine.memory_model_in_words());
  const auto undeclared =
      any_undeclared_waits(reports, engine)
          ? fmt::format("Undeclared waits: {} (docs/writing-a-model.md).\n", checker::kUndeclaredWaits)
          : "";
  return undeclared + fmt::format(
                          "Scope: engine checker, memory model {}. A verdict is exhaustive where its row says so,\n"
                          "within the bounds in its row; unless these say otherwise, for each thread at most {}.\n",
                          checker::scope_in_words(checker::memory_model_named(engine.memory_model()).value()),
                          checker::bounds_of_each_thread({}));
}

// What a full search that ended by itself went through, of all models together.
std::string exhausted(const std::vector<Report>& reports, const models::Engine& engine) {
  std::size_t models = 0;
  std::uint64_t executions = 0, in_all = 0, blocked = 0;
  for (const auto& report : reports) {
    const auto* search = report.answer.full_search();
    if (report.task.engine != &engine || search == nullptr) continue;
    ++models;
    executions += search->result.executions;
    in_all += search->result.executions_in_all;
    blocked += search->result.blocked;
  }
  if (models == 0) return {};
  if (engine.name() == "relacy")
    return fmt::format("Searched in full by relacy: {}, {}.\n", counted(models, "model"),
                       counted(executions, "execution"));
  return fmt::format("Exhaustive within bounds under {}: {}, {}, {} blocked.\n", engine.memory_model_in_words(),
                     counted(models, "model"), checker::executions_in_words(executions, in_all), grouped(blocked));
}

std::string kinds_of(const std::vector<Report>& reports, const models::Engine& engine) {
  std::size_t must_hold = 0, must_fail = 0, cannot_decide = 0;
  for (const auto& report : reports) {
    if (report.task.engine != &engine) continue;
    const auto expected = engine.expected_of(report.model());
    const bool holds = std::ranges::all_of(expected.outcomes, &models::Outcome::holds);
    ++(expected.exemption != nullptr ? cannot_decide : holds ? must_hold : must_fail);
  }
  return fmt::format("{} expected to hold, {} expected to fail, {} that {} cannot decide\n", must_hold, must_fail,
                     cannot_decide, engine.id());
}

std::string summary_of(const std::vector<Report>& reports) {
  using Status = Report::Status;
  const auto limit = count(reports, Status::limit);
  auto text =
      fmt::format("{} passed, {} failed", count(reports, Status::passed), count(reports, Status::differs) + limit);
  if (const auto left_out = count(reports, Status::left_out); left_out != 0)
    text += fmt::format(", {} left out", left_out);
  if (const auto refused = count(reports, Status::refused); refused != 0)
    text += fmt::format(", {} that cannot be checked", refused);
  if (const auto broken = count(reports, Status::broken); broken != 0)
    text += fmt::format(", {} without a verdict, because the search broke down", broken);
  if (const auto known = count(reports, Status::known); known != 0)
    text += fmt::format(", {} known, which the baseline accepts", known);
  if (const auto not_run = count(reports, Status::not_run); not_run != 0)
    text += fmt::format(", {} not run, because {}", not_run, checker::kNotRun);
  if (const auto sampled = count(reports, Status::sampled); sampled != 0)
    text += fmt::format(", {} sampled, which says nothing of the executions that were not drawn", sampled);
  if (const auto bounded = count(reports, Status::bounded); bounded != 0)
    text += fmt::format(", {} bounded, which says nothing of executions with more preemptions", bounded);
  return (limit != 0 ? fmt::format("{} stopped at a limit, which is no pass\n", limit) : "") + text + '\n';
}

}  // namespace

Table::Table(const std::vector<Task>& tasks) {
  for (const auto& task : tasks) {
    name_width_ = std::max(name_width_, task.model->name.size());
    engine_width_ = std::max(engine_width_, describe_engine(*task.engine).size());
    expected_width_ = std::max(expected_width_, describe_expected(task).size());
  }
}

std::string Table::head() const {
  return fmt::format("{:<5} {:<{}}  {:<{}}  {:<{}}  {:<18}  {:>7}  {}\n", "", "model", name_width_, "engine",
                     engine_width_, "expected", expected_width_, "verdict", "seconds", "searched  [bounds]");
}

std::string Table::row(const Report& report) const {
  const auto& model = report.model();
  auto text = fmt::format("{:<5} {:<{}}  {:<{}}  {:<{}}  {:<18}  {:>7.2f}  {}  [{}]\n", word_for(report.status),
                          model.name, name_width_, describe_engine(report.engine()), engine_width_,
                          describe_expected(report.task), expected_width_, describe_verdict(report),
                          report.answer.seconds, describe_searches(report), describe_bounds(report.task));
  if (report.status == Report::Status::left_out || report.status == Report::Status::not_run) return text;
  if (const auto expected = report.engine().expected_of(model); expected.exemption != nullptr)
    text += fmt::format("      cannot decide: {}; {} says: {}\n", expected.exemption->reason, report.engine().id(),
                        models::name_of(expected.exemption->engine_says));
  if (!report.problem.empty() && !has_no_answer(report)) text += fmt::format("      {}\n", report.problem);
  if (report.status != Report::Status::differs && report.status != Report::Status::known) return text;
  if (const auto* finding = report.answer.finding(); finding != nullptr)
    text += fmt::format("      {}\n      {}\n", finding->what,
                        replay_command(token_of(model, report.engine(), report.answer.searches.back())));
  return text;
}

std::string Table::foot(const std::vector<Report>& reports) const {
  std::string text = "\n";
  for (const auto* engine : engines_of(reports))
    text += scope_of(reports, *engine) + exhausted(reports, *engine) + kinds_of(reports, *engine);
  for (const auto& [model, said, known] : disagreements(reports))
    text += fmt::format("Verdicts differ on {}: {} ({})\n", model->name, said,
                        known.empty() ? "nobody has said why" : "known: " + known);
  return text + summary_of(reports);
}

}  // namespace vigil::program
