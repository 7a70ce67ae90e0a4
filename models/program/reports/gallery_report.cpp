#include "gallery_report.hpp"

#include "describe.hpp"
#include "json.hpp"
#include "junit.hpp"

#include <vigil/model/checker_engine.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace vigil::program {
namespace {

using checker::grouped;
using models::Engine;
using models::Exhibit;
using nlohmann::json;

const Report* report_on(const std::string& model, const Engine* engine, std::span<const Report> reports) {
  const auto found = std::find_if(reports.begin(), reports.end(), [&](const Report& report) {
    return report.task.engine == engine && report.model().name == model;
  });
  return found == reports.end() ? nullptr : &*found;
}

// "fails: missed-wake", "holds".
std::string verdict_of(const Report& report) {
  std::string text;
  if (report.status == Report::Status::differs) text = "**differs**: ";
  if (report.status == Report::Status::left_out) return "left out";
  if (report.status == Report::Status::not_run) return "**not run**";
  if (report.status == Report::Status::limit) return "**limit reached**";
  if (has_no_answer(report)) return "**no verdict**";
  const auto outcome = report.answer.outcome();
  if (!outcome.holds()) return text + "fails: " + std::string(models::name_of(outcome));
  return text + (report.answer.sampled() ? "nothing found" : "holds");
}

// The same, and what was searched where nothing was found.
std::string verdict_in_full(const Report& report) {
  const auto verdict = verdict_of(report);
  if (!report.answer.outcome().holds() || report.status == Report::Status::left_out ||
      report.status == Report::Status::not_run)
    return verdict;
  if (const auto* search = report.answer.full_search(); search != nullptr)
    return fmt::format("{}, {}", verdict,
                       checker::executions_in_words(search->result.seen(),
                                                    search->result.executions_in_all + search->result.cut_short));
  std::uint64_t sampled = 0;
  for (const auto& each : report.answer.searches) sampled += each.result.seen();
  return fmt::format("{} in {} sampled", verdict, grouped(sampled));
}

// One cell of each memory model.
template <class Text>
std::string cells(const std::vector<Showing::Forms>& forms, const Report* Showing::Forms::*form, Text text) {
  std::string row;
  for (const auto& each : forms) row += fmt::format(" {} |", text(*(each.*form)));
  return row;
}

std::string heads(std::string_view before) {
  std::string head(before), rule = "|";
  for (const auto* engine : gallery_engines()) head += fmt::format(" {} |", engine->memory_model_in_words());
  for (auto i = std::count(head.begin(), head.end(), '|'); --i != 0;) rule += "---|";
  return head + "\n" + rule + "\n";
}

json as_json(const Report& report) {
  return {{"model", report.model().name},           {"memory_model", report.engine().memory_model()},
          {"bounds", describe_bounds(report.task)}, {"verdict", outcome_in_report(report.answer)},
          {"status", name_of(report.status)},       {"searched", describe_searches(report)}};
}

}  // namespace

const std::vector<const Engine*>& gallery_engines() {
  using checker::MemoryModel;
  static const std::vector<const Engine*> engines{&models::checker_engine(MemoryModel::sequential),
                                                  &models::checker_engine(MemoryModel::x86_tso),
                                                  &models::checker_engine(MemoryModel::cpp20)};
  return engines;
}

std::vector<Showing> showings_of(const std::vector<const Exhibit*>& exhibits, std::span<const Report> reports) {
  std::vector<Showing> showings;
  for (const auto* exhibit : exhibits) {
    auto& showing = showings.emplace_back(Showing{exhibit, {}});
    for (const auto& [published, fixed] : exhibit->pairs) {
      auto& forms = showing.pairs.emplace_back();
      for (const auto* engine : gallery_engines())
        forms.push_back({report_on(published, engine, reports), report_on(fixed, engine, reports)});
    }
  }
  return showings;
}

std::string gallery_table(const std::vector<Showing>& showings) {
  std::string text;
  for (const auto& [exhibit, pairs] : showings) {
    text += fmt::format("{} {}\n", exhibit->number, exhibit->title);
    if (pairs.empty()) text += "  no model; the page says what shows it\n";
    for (const auto& forms : pairs)
      for (const auto& [name, form] :
           {std::pair{"published", &Showing::Forms::published}, std::pair{"fixed", &Showing::Forms::fixed}}) {
        text += fmt::format("  {:9}  {}\n", name, (forms.front().*form)->model().name);
        std::string verdicts;
        for (const auto& each : forms) {
          const Report& report = *(each.*form);
          verdicts += fmt::format("{}{}: {}", verdicts.empty() ? "" : "; ", report.engine().memory_model_in_words(),
                                  verdict_in_full(report));
        }
        text += fmt::format("             {}\n", verdicts);
      }
  }
  return text;
}

std::string gallery_markdown(const std::vector<Showing>& showings) {
  std::string text;
  for (const auto& [exhibit, pairs] : showings) {
    if (pairs.empty()) text += "No model.\n";
    if (!pairs.empty()) text += heads("| form | model |");
    for (const auto& forms : pairs) {
      const auto row = [&](std::string_view form, const Report* Showing::Forms::*which) {
        const Report& report = *(forms.front().*which);
        text += fmt::format("| {} | `{}`: {} |{}\n", form, report.model().name, describe_bounds(report.task),
                            cells(forms, which, verdict_in_full));
      };
      row("published", &Showing::Forms::published);
      row("fixed", &Showing::Forms::fixed);
    }
  }
  return text;
}

std::string gallery_index(const std::vector<Showing>& showings) {
  std::string text = heads("| defect | |");
  for (const auto& [exhibit, pairs] : showings) {
    text += fmt::format("| [{0}]({0}.md) | {1} |", exhibit->number, exhibit->title);
    if (pairs.empty())
      for (std::size_t i = 0; i != gallery_engines().size(); ++i) text += " no model |";
    else
      text += cells(pairs.front(), &Showing::Forms::published, verdict_of);
    text += "\n";
  }
  return text;
}

std::string gallery_junit(const std::vector<Showing>& showings) {
  std::vector<JunitCase> cases;
  for (const auto& [exhibit, pairs] : showings)
    for (const auto& forms : pairs)
      for (const auto& each : forms)
        for (const auto& [name, report] : {std::pair("published", each.published), std::pair("fixed", each.fixed)})
          cases.push_back(
              junit_case_of(*report, "vigil.gallery." + exhibit->number,
                            fmt::format("{}: {} ({})", name, report->model().name, report->engine().memory_model())));
  return junit_text("vigil gallery", cases);
}

std::string gallery_json(const std::vector<Showing>& showings) {
  json result = json::array();
  for (const auto& [exhibit, pairs] : showings) {
    json shown{{"number", exhibit->number}, {"title", exhibit->title}, {"pairs", json::array()}};
    for (const auto& forms : pairs) {
      json pair{{"published", json::array()}, {"fixed", json::array()}};
      for (const auto& each : forms) {
        pair["published"].push_back(as_json(*each.published));
        pair["fixed"].push_back(as_json(*each.fixed));
      }
      shown["pairs"].push_back(pair);
    }
    result.push_back(shown);
  }
  return result.dump(2) + "\n";
}

}  // namespace vigil::program
