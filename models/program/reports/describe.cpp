#include "describe.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vigil::program {
namespace {

using models::Outcome;
using models::Search;
using models::SearchResult;
using models::Stop;

bool is_the_checkers(const Search& search, const models::Engine& engine) {
  return search.kind == Search::Kind::sample || (search.kind == Search::Kind::full && engine.name() == "checker");
}

// "24 executions, 3 blocked, 2 violating, undeclared waits".
std::string counts_of(const SearchResult& result) {
  auto text = fmt::format("{}, {} blocked", counted(result.executions, "execution"), grouped(result.blocked));
  if (result.violating != 0) text += fmt::format(", {} violating", grouped(result.violating));
  if (result.undeclared_waits) text += ", undeclared waits";
  return text;
}

// What a search of the checker covered, if it found nothing or went on after that.
std::string covered_by_checker(const SearchResult& result) {
  if (result.search.kind == Search::Kind::full)
    return result.finished() ? "exhaustive: " + counts_of(result) : "not complete: " + counts_of(result);
  return fmt::format("sampled {} of {} planned ({}, seed {}): {}", grouped(result.executions + result.blocked),
                     grouped(result.search.iterations),
                     result.search.sampling == checker::Sampling::uniform ? "uniform" : "pct", result.search.seed,
                     counts_of(result));
}

std::string covered_by_relacy(const SearchResult& result) {
  const auto executions = grouped(result.executions);
  auto text = models::describe(result.search);
  if (result.search.kind == Search::Kind::random)
    return text + (result.finished() ? " " + executions
                                     : fmt::format(" {} of {}", executions, grouped(result.search.iterations)));
  return text + (result.finished() ? ": all " + executions : fmt::format(": stopped after {}", executions));
}

// Which limit ended a search; empty if none did.
std::string limit_of(const SearchResult& result) {
  switch (result.stop) {
    case Stop::executions:
      return fmt::format("limit of {} executions reached", grouped(result.search.iterations));
    case Stop::deadline:
      return "time limit reached";
    case Stop::interrupted:
      return "interrupted";
    case Stop::limit:
      return "limit reached: " + result.limit;
    case Stop::none:
    case Stop::violation:
      break;
  }
  return {};
}

std::string found_by(const models::Finding& finding, const SearchResult& result, const models::Engine& engine) {
  if (!is_the_checkers(result.search, engine))
    return fmt::format("found: {}, execution {}", models::describe(finding.execution.search),
                       grouped(finding.execution.number));
  return "found: " + (result.finished() ? covered_by_checker(result) : "after " + counts_of(result));
}

std::string in_words(const std::vector<Outcome>& outcomes) {
  std::string fails;
  for (const auto outcome : outcomes)
    if (!outcome.holds()) fails += (fails.empty() ? "fails: " : " or ") + std::string(models::name_of(outcome));
  if (std::find(outcomes.begin(), outcomes.end(), models::kHolds) == outcomes.end()) return fails;
  return fails.empty() ? "holds" : "holds or " + fails;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string counted(std::uint64_t number, std::string_view what) {
  return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

std::string describe_expected(const models::Model& model) {
  if (model.must_hold()) return in_words({models::kHolds});
  return in_words({model.expected.begin(), model.expected.end()});
}

std::string describe_expected(const Task& task) {
  const auto expected = task.engine->expected_of(*task.model);
  return expected.exemption != nullptr ? describe_expected(*task.model) : in_words(expected.outcomes);
}

std::string describe_bounds(const Task& task) {
  const auto engines = task.engine->bounds_of(*task.model);
  return engines.empty() ? task.model->bounds : fmt::format("{}; {}", task.model->bounds, engines);
}

std::vector<const models::Engine*> engines_of(const std::vector<Report>& reports) {
  std::vector<const models::Engine*> engines;
  for (const auto& report : reports)
    if (std::find(engines.begin(), engines.end(), report.task.engine) == engines.end())
      engines.push_back(report.task.engine);
  return engines;
}

std::string describe_searches(const Report& report) {
  if (report.status == Report::Status::left_out) return "left out: " + report.problem;
  const auto& engine = report.engine();
  const auto& searches = report.verdict.searches;
  if (const auto* finding = report.verdict.finding(); finding != nullptr)
    return found_by(*finding, searches.back(), engine);
  std::string text;
  std::vector<std::string> limits;
  for (const auto& result : searches) {
    text += (text.empty() ? "" : "; ") +
            (is_the_checkers(result.search, engine) ? covered_by_checker(result) : covered_by_relacy(result));
    if (const auto limit = limit_of(result); !limit.empty() && (limits.empty() || limits.back() != limit))
      limits.push_back(limit);
  }
  for (const auto& limit : limits) text += "; " + limit;
  return text.empty() ? "nothing was searched" : text;
}

}  // namespace vigil::program
