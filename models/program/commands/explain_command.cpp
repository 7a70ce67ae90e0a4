#include "commands.hpp"

#include <vigil/model/this_program.hpp>

#include "child.hpp"
#include "describe.hpp"
#include "explanation.hpp"
#include "history.hpp"
#include "json.hpp"
#include "token.hpp"

#include <fmt/core.h>

#include <cstdio>

namespace vigil::program {
namespace {

using nlohmann::json;

// Waits for one piece of work in a process of its own.
Child finished(const Child::Work& work) {
  Child child(work);
  while (!child.read()) {
  }
  return child;
}

void print_scope(const Report& report) {
  fmt::print("{}; engine {}, memory model {}\n", describe_searches(report), report.engine().name(),
             report.engine().memory_model_in_words());
}

void print_text(const Report& report, const json& explained) {
  print_model(report.model());
  if (const auto* finding = report.answer.finding(); finding != nullptr) {
    fmt::print("\n{}\n{}: {}\n", explained.at("text").get<std::string>(), models::name_of(finding->violation),
               finding->what);
    print_scope(report);
    fmt::print("{}\n", replay_command(explained.at("token").get<std::string>()));
  } else {
    fmt::print("\nNo violation under {}.\n", report.engine().name());
    print_scope(report);
  }
}

// For programs: what was found, and every step of it.
std::string as_json(const Report& report, const json& explained) {
  json out = {{"model", report.model().name},
              {"engine", std::string(report.engine().name())},
              {"memory_model", std::string(report.engine().memory_model())},
              {"verdict", explained.at("verdict")}};
  if (explained.contains("token")) {
    out["token"] = explained["token"];
    out[report.engine().name() == "relacy" ? "history" : "trace"] = explained.at("steps");
  }
  return out.dump(2) + '\n';
}

void write_forms(const ExplainCommand& command, const Report& report, const json& explained) {
  if (!command.json_file.empty()) checker::write_file(command.json_file, as_json(report, explained));
  for (const auto& [file, form] :
       {std::pair(command.dot_file, "dot"), std::pair(command.html_file, "html"), std::pair(command.svg_file, "svg")}) {
    if (file.empty()) continue;
    if (!explained.contains(form))
      fmt::print(stderr, "{}: \"{}\" is not written: there is no violation to show\n", models::this_program().name,
                 file);
    else
      checker::write_file(file, explained[form]);
  }
}

// False if the counterexample is none that a litmus test can ask for, which has been said then.
bool write_litmus(const ExplainCommand& command, const json& explained) {
  if (command.litmus_file.empty()) return true;
  if (explained.contains("litmus")) {
    checker::write_file(command.litmus_file, explained["litmus"]);
    return true;
  }
  fmt::print(stderr, "{}: \"{}\" is not written: {}\n", models::this_program().name, command.litmus_file,
             explained.value("no_litmus", "there is no violation to show"));
  return !explained.contains("no_litmus");
}

bool print_is_wanted(const ExplainCommand& command) {
  const bool writes_files = !(command.json_file.empty() && command.dot_file.empty() && command.html_file.empty() &&
                              command.svg_file.empty() && command.litmus_file.empty());
  return command.text || !writes_files;
}

}  // namespace

int explain(const ExplainCommand& command) {
  const auto* model = models::Registry::instance().find(command.model);
  if (model == nullptr) return wrong_usage(models::Registry::instance().why_unknown(command.model));
  const auto& engine = *command.engine;
  if (const auto why = engine.why_left_out(*model, {.thorough = true}); !why.empty())
    return wrong_usage(fmt::format("{} does not run this model: {}", engine.name(), why));
  if (engine.name() == "relacy" && !(command.dot_file.empty() && command.html_file.empty() && command.svg_file.empty()))
    return wrong_usage("relacy knows no graph to draw; --dot, --html and --svg are for --engine checker");
  const auto child = finished([&] { return explanation_of(engine, *model); });
  if (!child.result() && child.was_refused()) return wrong_usage(child.how_it_ended());
  if (!child.result()) return checker::broken(models::this_program().name, child.how_it_ended());
  const auto& explained = *child.result();
  Report report{{model, &engine}, answer_from(explained.at("verdict")), {}, {}};
  report.status = judge(report.task, report.answer);
  write_forms(command, report, explained);
  const bool is_written = write_litmus(command, explained);
  if (command.brief && explained.contains("brief"))
    fmt::print("{}", explained["brief"].get<std::string>());
  else if (print_is_wanted(command))
    print_text(report, explained);
  return is_written ? exit_status(report.status) : checker::worse(kWrongUsage, exit_status(report.status));
}

int replay(const std::string& text, bool brief) {
  const auto token = Token::parse(text);
  if (!token)
    return wrong_usage(
        fmt::format("this is no token; {0} check and {0} explain print them", models::this_program().command));
  const auto* engine = models::engine_named(token->engine);
  if (engine == nullptr && token->engine == "relacy") return wrong_usage(kNoRelacy);
  if (engine == nullptr) return wrong_usage(fmt::format("the token names an unknown engine, \"{}\"", token->engine));
  const auto* model = models::Registry::instance().find(token->model);
  if (model == nullptr)
    return wrong_usage("the token fits no model: " + models::Registry::instance().why_unknown(token->model));
  if (const auto why = engine->why_left_out(*model, {.thorough = true}); !why.empty())
    return wrong_usage(fmt::format("{} does not run this model: {}", engine->name(), why));
  const models::InstalledTables tables(*model);
  const auto recording = engine->replay(*model, token->execution);
  print_model(*model);
  const auto* history = std::get_if<models::History>(&recording);
  if (history != nullptr) {
    fmt::print("\n{}\n", in_order(*history));
  } else {
    const auto rendering = render(recording, *engine, *model, text);
    fmt::print("\n{}\n", brief ? rendering.brief : rendering.text);
  }
  if (outcome_of(recording) == token->outcome) {
    fmt::print("{}: {}\n", models::name_of(token->outcome), what_of(recording));
    return kAsExpected;
  }
  fmt::print("The token promises {}, this execution ends with: {}. Model, core or engine changed since.\n",
             models::name_of(token->outcome), models::name_of(outcome_of(recording)));
  return kDiffers;
}

}  // namespace vigil::program
