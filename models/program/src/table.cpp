#include "table.hpp"

#include "token.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vigil::program {
namespace {

using models::Model;
using models::Search;

std::string_view word_for(Report::Status status) {
  switch (status) {
    case Report::Status::passed:
      return "ok";
    case Report::Status::differs:
      return "FAIL";
    case Report::Status::limit:
      break;
  }
  return "LIMIT";
}

std::string describe_verdict(const Report& report) {
  if (!report.verdict.outcome().holds()) return std::string(models::name_of(report.verdict.outcome()));
  return report.verdict.complete() ? "holds" : "nothing found";
}

struct Counts {
  std::size_t passed = 0, failed = 0, limit = 0, must_hold = 0, must_fail = 0, cannot_decide = 0;
};

Counts count(const std::vector<Report>& reports) {
  Counts counts;
  for (const auto& report : reports) {
    const auto& model = *report.model;
    ++(model.relacy_exemption ? counts.cannot_decide : model.must_hold() ? counts.must_hold : counts.must_fail);
    ++(report.status == Report::Status::passed ? counts.passed : counts.failed);
    if (report.status == Report::Status::limit) ++counts.limit;
  }
  return counts;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string describe_expected(const Model& model) {
  if (model.must_hold()) return "holds";
  std::string text = "fails: ";
  for (const auto violation : model.expected)
    text += (violation == model.expected.front() ? "" : " or ") + std::string(models::name_of(violation));
  return text;
}

std::string describe_searches(const models::Verdict& verdict) {
  if (const auto* finding = verdict.finding(); finding != nullptr)
    return fmt::format("found: {}, execution {}", models::describe(finding->execution.search),
                       grouped(finding->execution.number));
  std::string text;
  for (const auto& result : verdict.searches) {
    if (!text.empty()) text += "; ";
    text += models::describe(result.search);
    const auto executions = grouped(result.executions);
    if (result.search.kind == Search::Kind::random)
      text +=
          result.finished ? " " + executions : fmt::format(" {} of {}", executions, grouped(result.search.iterations));
    else
      text += result.finished ? ": all " + executions : fmt::format(": stopped after {}", executions);
  }
  return text.empty() ? "nothing was searched" : text;
}

Table::Table(const std::vector<const Model*>& models, const models::Engine& engine) : engine_(engine) {
  for (const auto* model : models) {
    name_width_ = std::max(name_width_, model->name.size());
    expected_width_ = std::max(expected_width_, describe_expected(*model).size());
  }
}

std::string Table::head() const {
  return fmt::format("{:<5} {:<{}}  {:<{}}  {:<18}  {:>7}  {}\n", "", "model", name_width_, "expected", expected_width_,
                     "verdict", "seconds", "searches");
}

std::string Table::row(const Report& report) const {
  const auto& model = *report.model;
  auto text = fmt::format("{:<5} {:<{}}  {:<{}}  {:<18}  {:>7.2f}  {}\n", word_for(report.status), model.name,
                          name_width_, describe_expected(model), expected_width_, describe_verdict(report),
                          report.verdict.seconds, describe_searches(report.verdict));
  if (model.relacy_exemption)
    text += fmt::format("      cannot decide: {}; {} says: {}\n", model.relacy_exemption->reason, engine_.name(),
                        models::name_of(model.relacy_exemption->engine_says));
  if (!report.problem.empty()) text += fmt::format("      {}\n", report.problem);
  if (report.status != Report::Status::differs) return text;
  if (const auto* finding = report.verdict.finding(); finding != nullptr)
    text += fmt::format("      {}\n      vigil replay {}\n", finding->what, token_of(model, engine_, *finding));
  return text;
}

std::string Table::foot(const std::vector<Report>& reports) const {
  std::string text = fmt::format(
      "\nScope: engine {}, memory model {} (docs/writing-a-model.md says where it errs). Bounded: a verdict covers "
      "the\n"
      "searches in its row, at the bounds that `vigil list` shows, and no others.\n",
      engine_.name(), engine_.memory_model());
  for (const auto& report : reports)
    for (const auto& result : report.verdict.searches)
      if (result.search.kind == Search::Kind::full && result.finished && !result.finding)
        text += fmt::format("Exhaustive within its bounds under {}: {}, {} executions.\n", engine_.name(),
                            report.model->name, grouped(result.executions));
  const auto counts = count(reports);
  text += fmt::format("{} must hold, {} must fail, {} that {} cannot decide", counts.must_hold, counts.must_fail,
                      counts.cannot_decide, engine_.name());
  if (counts.limit != 0) text += fmt::format("; {} stopped at a limit, which is no pass", counts.limit);
  return text + fmt::format("\n{} passed, {} failed\n", counts.passed, counts.failed);
}

}  // namespace vigil::program
