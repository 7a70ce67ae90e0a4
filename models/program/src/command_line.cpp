#include "commands.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <thread>

namespace vigil::program {
namespace {

constexpr unsigned kMostJobs = 1024;
// Relacy's search by preemptions grows with a power of the bound; beyond this nobody lives to see its end.
constexpr unsigned kMostPreemptions = 32;

const char* const kStatuses =
    "Exit status: 0 every verdict as expected; 1 a verdict differs; 2 wrong usage;\n"
    "3 a limit was reached before a planned search ended.";

struct Arguments {
  CheckCommand check;
  ExplainCommand explain;
  std::string list_pattern;
  std::string token;
  bool quick = false;
  unsigned bound = 0;
  double time_limit = 600;
};

CLI::App* add_check(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("check", "Check models, and compare each verdict with the one that is expected");
  command->add_option("pattern", arguments.check.pattern, "Only models whose name contains this, or matches it (*, ?)");
  auto* quick = command->add_flag("--quick", arguments.quick, "Seconds for each model (default)");
  command->add_flag("--full", arguments.check.options.thorough, "Longer random searches, larger bounds")
      ->excludes(quick);
  command->add_option("--bound", arguments.bound, "Context bound to search, in place of those that a model names")
      ->check(CLI::Range(0U, kMostPreemptions));
  command->add_option("-j,--jobs", arguments.check.options.jobs, "Models checked at the same time")
      ->check(CLI::Range(1U, kMostJobs));
  command->add_option("--time-limit", arguments.time_limit, "Seconds for each model")
      ->check(CLI::PositiveNumber & CLI::Range(1e-3, 1e6))
      ->capture_default_str();
  command->add_option("--junit", arguments.check.junit_file, "Also write a JUnit report");
  command->add_option("--json", arguments.check.json_file, "Also write a JSON report");
  const std::map<std::string, CheckFormat> formats{
      {"table", CheckFormat::table}, {"models", CheckFormat::models}, {"primitives", CheckFormat::primitives}};
  command
      ->add_option("--format", arguments.check.format,
                   "What to print: a table, or for pages Markdown with a row for each of the models or primitives")
      ->transform(CLI::CheckedTransformer(formats))
      ->option_text("table|models|primitives [table]");
  command->add_option("--engine", arguments.check.engine, "Engine that searches")->capture_default_str();
  command->footer(kStatuses);
  return command;
}

}  // namespace

int run(int argc, char** argv) {
  for (const auto& mistake : models::Registry::instance().mistakes()) return wrong_usage(mistake);
  Arguments arguments;
  arguments.check.engine = arguments.explain.engine = "relacy";
  arguments.check.options.jobs = std::clamp(std::thread::hardware_concurrency(), 1U, kMostJobs);

  CLI::App app{"Checks Vigil's lock-free protocols, from the source that ships.", "vigil"};
  app.set_version_flag("--version", std::string("vigil ") + VIGIL_VERSION);
  app.require_subcommand(1);
  app.footer(kStatuses);
  auto* list_command =
      app.add_subcommand("list", "Show models, with what they ask, their bounds and expected verdicts");
  list_command->add_option("pattern", arguments.list_pattern, "Only models whose name contains or matches this");
  auto* check_command = add_check(app, arguments);
  auto* explain_command = app.add_subcommand("explain", "Show how a model fails: the shortest history that was found");
  explain_command->add_option("model", arguments.explain.model, "Name of the model")->required();
  auto* json_flag = explain_command->add_flag("--json", arguments.explain.json, "For programs");
  explain_command->add_flag("--brief", arguments.explain.brief, "The steps alone, without lines of the source")
      ->excludes(json_flag);
  auto* replay_command = app.add_subcommand("replay", "Run one execution again, step by step");
  replay_command->add_option("token", arguments.token, "As check and explain print it")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are requests, not errors.
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    std::string what = error.what();
    std::replace(what.begin(), what.end(), '\n', ' ');
    return wrong_usage(what + " (vigil --help)");
  }
  if (list_command->parsed()) return list(arguments.list_pattern);
  if (explain_command->parsed()) return explain(arguments.explain);
  if (replay_command->parsed()) return replay(arguments.token);
  if (check_command->count("--bound") != 0) arguments.check.options.bound = arguments.bound;
  arguments.check.options.time_limit = std::chrono::duration<double>(arguments.time_limit);
  return check(std::move(arguments.check));
}

}  // namespace vigil::program
