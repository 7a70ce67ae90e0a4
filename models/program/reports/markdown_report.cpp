#include "markdown_report.hpp"

#include "describe.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace vigil::program {
namespace {

using checker::grouped;
using models::Search;

std::string scope(const models::Engine& engine, const CheckOptions& options) {
  return fmt::format("\nEngine {}, memory model {}, {} plan.\n", engine.name(), engine.memory_model_in_words(),
                     options.wanted.thorough ? "full" : "quick");
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
  return text;
}

std::string said(const Report& report) {
  switch (report.status) {
    case Report::Status::differs:
      return "**differs**: ";
    case Report::Status::known:
      return "**known**: ";
    case Report::Status::limit:
      return "**limit reached**: ";
    case Report::Status::refused:
    case Report::Status::broken:
      return "**no verdict**: ";
    case Report::Status::passed:
    case Report::Status::sampled:
    case Report::Status::bounded:
    case Report::Status::left_out:
    case Report::Status::not_run:
      break;
  }
  return report.engine().expected_of(report.model()).exemption != nullptr ? "cannot decide: " : "";
}

// The preemptions up to which every execution was seen.
unsigned deepest_bound(const Report& report) {
  unsigned deepest = 0;
  for (const auto& [search, result] : report.answer.searches)
    if (search.kind == Search::Kind::bound && result.complete()) deepest = std::max(deepest, search.bound);
  return deepest;
}

// What is said of a primitive.
struct Line {
  std::size_t hold = 0, fail = 0, undecided = 0, open = 0, others = 0, in_full = 0;
  bool by_checker = false;
  unsigned least_bound = ~0U;
  std::uint64_t executions = 0, blocked = 0;

  void add(const Report& report) {
    using Status = Report::Status;
    if (report.status == Status::left_out || report.status == Status::not_run || report.status == Status::sampled ||
        report.status == Status::bounded) {
      ++open;
      return;
    }
    if (report.status != Report::Status::passed) {
      ++others;
      return;
    }
    by_checker = report.engine().name() == "checker";
    const bool exempted = report.engine().expected_of(report.model()).exemption != nullptr;
    const bool holds = report.answer.outcome().holds();
    ++(exempted ? undecided : holds ? hold : fail);
    if (holds && !exempted)
      report.answer.full_search() != nullptr ? void(++in_full)
                                             : void(least_bound = std::min(least_bound, deepest_bound(report)));
    for (const auto& [search, result] : report.answer.searches) {
      executions += result.seen();
      blocked += result.blocked;
    }
  }

  [[nodiscard]] std::string how_far() const {
    std::string text;
    if (in_full != 0) text = fmt::format("{} {}", in_full, by_checker ? "exhaustively" : "searched in full");
    if (least_bound != ~0U)
      text += fmt::format("{}all with up to {} preemption{}{}", text.empty() ? "" : ", the others: ", least_bound,
                          least_bound == 1 ? "" : "s", ", and random ones");
    return text;
  }
};

std::string models_of(const models::Engine& engine, const std::vector<Report>& reports) {
  std::string text = "| model | bounds | expected | searched |\n|---|---|---|---|\n";
  for (const auto& report : reports)
    if (report.task.engine == &engine)
      text += fmt::format("| `{}` | {} | {} | {}{} |\n", report.model().name, escaped(describe_bounds(report.task)),
                          describe_expected(report.task), said(report), escaped(describe_searches(report)));
  return text;
}

std::string primitives_of(const models::Engine& engine, const std::vector<Report>& reports) {
  std::map<std::string, Line> lines;
  for (const auto& report : reports)
    if (report.task.engine == &engine) lines[primitive_of(report.model().name)].add(report);
  std::string text =
      "| primitive | expected to hold | expected to fail | engine cannot decide | not as expected | left out or "
      "sampled | executions | blocked | how far the models that hold were searched |\n"
      "|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& [name, line] : lines)
    text +=
        fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n", name, line.hold, line.fail, line.undecided,
                    line.others, line.open, grouped(line.executions), grouped(line.blocked), line.how_far());
  return text;
}

template <class Table>
std::string for_each_engine(const std::vector<Report>& reports, const CheckOptions& options, Table table) {
  std::string text;
  for (const auto* engine : engines_of(reports))
    text += (text.empty() ? "" : "\n") + table(*engine, reports) + scope(*engine, options);
  return text;
}

}  // namespace

std::string markdown_models(const std::vector<Report>& reports, const CheckOptions& options) {
  return for_each_engine(reports, options, models_of);
}

std::string markdown_primitives(const std::vector<Report>& reports, const CheckOptions& options) {
  return for_each_engine(reports, options, primitives_of);
}

}  // namespace vigil::program
