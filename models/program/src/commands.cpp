#include "commands.hpp"

#include "child.hpp"
#include "explain.hpp"
#include "json.hpp"
#include "machine_report.hpp"
#include "markdown_report.hpp"
#include "table.hpp"
#include "token.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include <unistd.h>

namespace vigil::program {
namespace {

using models::Engine;
using models::Model;
using models::Registry;
using nlohmann::json;

// The progress line of a terminal; nothing in a pipe.
class ProgressLine {
 public:
  void show(const Standing& standing) {
    if (!terminal_) return;
    auto line = fmt::format("{} of {} models, {} executions: {}", standing.done, standing.total,
                            grouped(standing.executions), standing.running);
    if (line.size() > kWidth) line.resize(kWidth);
    fmt::print(stderr, "\r\x1b[K{}", line);
    std::fflush(stderr);
  }
  void clear() const {
    if (terminal_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  static constexpr std::size_t kWidth = 78;
  bool terminal_ = ::isatty(STDERR_FILENO) == 1;
};

bool write(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out.good();
}

// A file that cannot be written is found out before an hour of checking, not after.
bool writable(const std::string& file) { return file.empty() || std::ofstream(file, std::ios::app).good(); }

int status_of(const std::vector<Report>& reports) {
  const auto any = [&](Report::Status status) {
    return std::any_of(reports.begin(), reports.end(), [&](const Report& report) { return report.status == status; });
  };
  return any(Report::Status::differs) ? kDiffers : any(Report::Status::limit) ? kLimitReached : kAsExpected;
}

// Waits for one piece of work in a process of its own.
Child finished(const Child::Work& work) {
  Child child(work);
  while (!child.read()) {
  }
  return child;
}

// What `explain` shows: {"verdict": ..., "history": ..., "token": ...}, the last two only if there is a violation.
json explanation_of(const Engine& engine, const Model& model) {
  constexpr std::uint64_t kEachWay = 200'000;
  json out;
  auto shortest = shortest_counterexample(engine, model, kEachWay);
  models::Verdict verdict;
  if (shortest) {
    verdict.searches.push_back(
        {shortest->finding.execution.search, shortest->finding.execution.number, false, shortest->finding});
  } else {
    CheckOptions options;
    options.engine = &engine;
    models::Progress progress;
    verdict = models::check(engine, model, searches_for(model, options), std::nullopt, progress);
    if (const auto* finding = verdict.finding(); finding != nullptr) {
      const models::InstalledTables tables(model);
      shortest = Counterexample{*finding, engine.replay(model, finding->execution)};
    }
  }
  out["verdict"] = to_json(verdict);
  if (shortest) {
    out["history"] = to_json(shortest->history);
    out["token"] = token_of(model, engine, shortest->finding);
  }
  return out;
}

void print_model(const Model& model) {
  fmt::print("{}\n  {}\n  bounds: {}\n", model.name, model.sentence, model.bounds);
  if (model.relacy_exemption)
    fmt::print("  relacy cannot decide: {}; it says: {}\n", model.relacy_exemption->reason,
               models::name_of(model.relacy_exemption->engine_says));
  std::string defects;
  for (const auto& defect : model.defects) defects += (defects.empty() ? "" : ", ") + defect;
  fmt::print("  expected: {}{}\n", describe_expected(model), defects.empty() ? "" : " (" + defects + ")");
}

void print_explanation(const Engine& engine, const Model& model, const json& explained) {
  print_model(model);
  const auto verdict = verdict_from(explained.at("verdict"));
  if (!explained.contains("history")) {
    fmt::print("\nNo violation under {} ({}): {}.\n", engine.name(), engine.memory_model(), describe_searches(verdict));
    return;
  }
  const auto history = history_from(explained["history"]);
  fmt::print("\n{}\n{}: {}\n{}; engine {}, memory model {}\nvigil replay {}\n",
             in_columns(history, model.relacy.thread_count, Detail::full), models::name_of(verdict.outcome()),
             verdict.finding()->what, describe_searches(verdict), engine.name(), engine.memory_model(),
             explained["token"].get<std::string>());
}

}  // namespace

int wrong_usage(const std::string& what) {
  fmt::print(stderr, "vigil: {}\n", what);
  return kWrongUsage;
}

int list(const std::string& pattern) {
  const auto found = Registry::instance().matching(pattern);
  if (found.empty()) return wrong_usage(fmt::format("no model matches \"{}\"", pattern));
  for (const auto* model : found) print_model(*model);
  fmt::print("{} models\n", found.size());
  return kAsExpected;
}

int check(CheckCommand command) {
  command.options.engine = models::engine_named(command.engine);
  if (command.options.engine == nullptr) return wrong_usage(fmt::format("no engine is called \"{}\"", command.engine));
  const auto found = Registry::instance().matching(command.pattern);
  if (found.empty()) return wrong_usage(fmt::format("no model matches \"{}\"; vigil list shows them", command.pattern));
  for (const auto& file : {command.junit_file, command.json_file})
    if (!writable(file)) return wrong_usage(fmt::format("cannot write \"{}\"", file));

  const bool as_table = command.format == CheckFormat::table;
  const Table table(found, *command.options.engine);
  if (as_table) fmt::print("{}", table.head());
  ProgressLine progress;
  const auto reports = run_checks(found, command.options,
                                  {[&](const Report& report) {
                                     progress.clear();
                                     if (as_table) fmt::print("{}", table.row(report));
                                     std::fflush(stdout);
                                   },
                                   [&](const Standing& standing) { progress.show(standing); }});
  progress.clear();
  fmt::print("{}", as_table                                    ? table.foot(reports)
                   : command.format == CheckFormat::primitives ? markdown_primitives(reports, command.options)
                                                               : markdown_models(reports, command.options));
  if (!command.junit_file.empty() && !write(command.junit_file, junit_report(reports, command.options)))
    return wrong_usage(fmt::format("cannot write \"{}\"", command.junit_file));
  if (!command.json_file.empty() && !write(command.json_file, json_report(reports, command.options)))
    return wrong_usage(fmt::format("cannot write \"{}\"", command.json_file));
  return status_of(reports);
}

int explain(const ExplainCommand& command) {
  const auto* engine = models::engine_named(command.engine);
  if (engine == nullptr) return wrong_usage(fmt::format("no engine is called \"{}\"", command.engine));
  const auto* model = Registry::instance().find(command.model);
  if (model == nullptr)
    return wrong_usage(fmt::format("no model is called \"{}\"; vigil list shows them", command.model));
  const auto child = finished([&] { return explanation_of(*engine, *model); });
  if (!child.result()) {
    fmt::print(stderr, "vigil: the engine ended: {}\n", child.how_it_ended());
    return kDiffers;
  }
  const auto& explained = *child.result();
  if (command.json)
    fmt::print("{}\n", explained.dump(2));
  else if (command.brief && explained.contains("history"))
    fmt::print("{}", in_columns(history_from(explained["history"]), model->relacy.thread_count, Detail::brief));
  else
    print_explanation(*engine, *model, explained);
  switch (judge(*model, verdict_from(explained.at("verdict")))) {
    case Report::Status::passed:
      return kAsExpected;
    case Report::Status::differs:
      return kDiffers;
    case Report::Status::limit:
      break;
  }
  return kLimitReached;
}

int replay(const std::string& text) {
  const auto token = Token::parse(text);
  if (!token) return wrong_usage("this is no token; vigil check and vigil explain print them");
  const auto* engine = models::engine_named(token->engine);
  if (engine == nullptr) return wrong_usage(fmt::format("the token names an unknown engine, \"{}\"", token->engine));
  const auto* model = Registry::instance().find(token->model);
  if (model == nullptr) return wrong_usage(fmt::format("the token names an unknown model, \"{}\"", token->model));
  const auto child = finished([&] {
    const models::InstalledTables tables(*model);
    return to_json(engine->replay(*model, token->execution));
  });
  if (!child.result()) {
    fmt::print(stderr, "vigil: the engine ended: {}\n", child.how_it_ended());
    return kDiffers;
  }
  const auto history = history_from(*child.result());
  print_model(*model);
  fmt::print("\n{}\n", in_order(history));
  if (history.outcome == token->outcome) {
    fmt::print("{}: {}\n", models::name_of(history.outcome), history.what);
    return kAsExpected;
  }
  fmt::print("The token promises {}, this execution ends with: {}. Model, core or engine changed since.\n",
             models::name_of(token->outcome), models::name_of(history.outcome));
  return kDiffers;
}

}  // namespace vigil::program
