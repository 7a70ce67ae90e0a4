#include "markdown_report.hpp"

#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace vigil::program {
namespace {

using models::Search;

std::string scope(const CheckOptions& options) {
  return fmt::format("\nEngine {}, memory model {}, {} plan.\n", options.engine->name(), options.engine->memory_model(),
                     options.thorough ? "full" : "quick");
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
  return text;
}

std::string said(const Report& report) {
  switch (report.status) {
    case Report::Status::passed:
      break;
    case Report::Status::differs:
      return "**differs**: ";
    case Report::Status::limit:
      return "**limit reached**: ";
  }
  return report.model->relacy_exemption ? "cannot decide: " : "";
}

// "deque/chase-lev" of "deque/chase-lev/last-job/without-probe".
std::string primitive_of(const std::string& name) {
  const auto part = name.find('/');
  return name.substr(0, part == std::string::npos ? part : name.find('/', part + 1));
}

bool searched_in_full(const Report& report) {
  const auto& searches = report.verdict.searches;
  return std::any_of(searches.begin(), searches.end(), [](const models::SearchResult& result) {
    return result.search.kind == Search::Kind::full && result.finished && !result.finding;
  });
}

// The preemptions up to which every execution was seen.
unsigned deepest_bound(const Report& report) {
  unsigned deepest = 0;
  for (const auto& result : report.verdict.searches)
    if (result.search.kind == Search::Kind::bound && result.finished) deepest = std::max(deepest, result.search.bound);
  return deepest;
}

struct Line {
  std::size_t hold = 0, fail = 0, undecided = 0, in_full = 0, others = 0;
  unsigned least_bound = ~0U;
  std::uint64_t executions = 0;

  void add(const Report& report) {
    if (report.status != Report::Status::passed) {
      ++others;
      return;
    }
    ++(report.model->relacy_exemption ? undecided : report.model->must_hold() ? hold : fail);
    if (report.model->must_hold() && !report.model->relacy_exemption) {
      searched_in_full(report) ? void(++in_full) : void(least_bound = std::min(least_bound, deepest_bound(report)));
    }
    for (const auto& result : report.verdict.searches) executions += result.executions;
  }

  [[nodiscard]] std::string how_far() const {
    std::string text;
    if (in_full != 0) text = fmt::format("{} searched in full", in_full);
    if (least_bound != ~0U)
      text += fmt::format("{}all with up to {} preemption{}{}", text.empty() ? "" : ", the others: ", least_bound,
                          least_bound == 1 ? "" : "s", ", and random ones");
    return text;
  }
};

}  // namespace

std::string markdown_models(const std::vector<Report>& reports, const CheckOptions& options) {
  std::string text = "| model | bounds | expected | searched |\n|---|---|---|---|\n";
  for (const auto& report : reports)
    text += fmt::format("| `{}` | {} | {} | {}{} |\n", report.model->name, escaped(report.model->bounds),
                        describe_expected(*report.model), said(report), describe_searches(report.verdict));
  return text + scope(options);
}

std::string markdown_primitives(const std::vector<Report>& reports, const CheckOptions& options) {
  std::map<std::string, Line> lines;
  for (const auto& report : reports) lines[primitive_of(report.model->name)].add(report);
  std::string text =
      "| primitive | must hold, and do | must fail, and do | engine cannot decide | not as expected | executions | how "
      "far the models that hold were searched |\n|---|---|---|---|---|---|---|\n";
  for (const auto& [name, line] : lines)
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", name, line.hold, line.fail, line.undecided,
                        line.others, grouped(line.executions), line.how_far());
  return text + scope(options);
}

}  // namespace vigil::program
