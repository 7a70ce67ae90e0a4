#include "describe.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace vigil::program {
namespace {

using checker::grouped;
using models::Outcome;
using models::Search;
using models::SearchResult;

bool is_the_checkers(const Search& search, const models::Engine& engine) {
  if (search.kind == Search::Kind::sample) return true;
  return engine.name() == "checker" && (search.kind == Search::Kind::full || search.kind == Search::Kind::bound);
}

std::string covered_by_checker(const SearchResult& found) {
  const auto& [search, result] = found;
  return checker::extent_in_words(result,
                                  search.kind == Search::Kind::sample ? std::optional(search.sample()) : std::nullopt);
}

std::string covered_by_relacy(const SearchResult& found) {
  const auto& [search, result] = found;
  const auto executions = grouped(result.executions);
  const auto text = models::describe(search);
  if (result.finding) return fmt::format("found: {}, execution {}", text, grouped(found.execution().number));
  if (search.kind != Search::Kind::random)
    return text + (result.complete() ? ": all " + executions : ": stopped after " + executions);
  return result.complete() ? text + " " + executions
                           : fmt::format("{} {} of {}", text, executions, grouped(search.iterations));
}

std::string covered(const SearchResult& found, const models::Engine& engine) {
  return is_the_checkers(found.search, engine) ? covered_by_checker(found) : covered_by_relacy(found);
}

std::string in_words(const std::vector<Outcome>& outcomes) {
  std::string fails;
  for (const auto outcome : outcomes)
    if (!outcome.holds()) fails += (fails.empty() ? "fails: " : " or ") + std::string(models::name_of(outcome));
  if (std::find(outcomes.begin(), outcomes.end(), models::kHolds) == outcomes.end()) return fails;
  return fails.empty() ? "holds" : "holds or " + fails;
}

}  // namespace

std::string describe_expected(const models::Model& model) {
  if (model.must_hold()) return in_words({models::kHolds});
  return in_words({model.expected.begin(), model.expected.end()});
}

std::string describe_expected(const Task& task) {
  const auto expected = task.engine->expected_of(*task.model);
  return expected.exemption != nullptr ? describe_expected(*task.model) : in_words(expected.outcomes);
}

std::string primitive_of(const std::string& name) {
  const auto part = name.find('/');
  return name.substr(0, part == std::string::npos ? part : name.find('/', part + 1));
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

bool has_no_answer(const Report& report) {
  return report.status == Report::Status::refused || report.status == Report::Status::broken;
}

std::string describe_searches(const Report& report) {
  if (report.status == Report::Status::left_out) return "left out: " + report.problem;
  if (report.status == Report::Status::not_run) return "not run: " + report.problem;
  if (report.status == Report::Status::refused) return "cannot be checked: " + report.problem;
  const auto& engine = report.engine();
  const auto& searches = report.answer.searches;
  if (report.answer.finding() != nullptr) return covered(searches.back(), engine);
  std::string text;
  std::vector<std::string> limits;
  for (const auto& found : searches) {
    text += (text.empty() ? "" : "; ") + covered(found, engine);
    const auto limit = checker::limit_in_words(found.result, found.search.iterations);
    if (!limit.empty() && (limits.empty() || limits.back() != limit)) limits.push_back(limit);
  }
  for (const auto& limit : limits) text += "; " + limit;
  return text.empty() ? "nothing was searched" : text;
}

}  // namespace vigil::program
