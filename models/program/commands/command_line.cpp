// What is given together, and which command it is for.

#include "command_options.hpp"
#include "gate_options.hpp"

#include <vigil/model/checker_engine.hpp>
#include <vigil/model/exhibit.hpp>
#include <vigil/model/this_program.hpp>
#include <vigil/mutation/mutants.hpp>
#include <vigil/version.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace vigil::program {
namespace {

// A command that the program does not have is not called.
bool is_called(const CLI::App* command) { return command != nullptr && command->parsed(); }

// Empty, or what does not go together, or cannot be had.
std::string contradiction(const CLI::App& command, const std::string& engine) {
  const auto given = [&](const char* option) {
    return command.get_option_no_throw(option) && command.count(option) != 0;
  };
  if (engine != "checker")
    for (const char* option : {"--sample", "--limit", "--preemptions", "--no-symmetry", "--estimate"})
      if (given(option)) return fmt::format("{} is for --engine checker", option);
  if (engine == "relacy" && given("--memory-model")) return "relacy has one memory model, its own";
  if (engine == "checker" && given("--bound")) return "--bound is for --engine relacy: the checker needs none";
  if (engine != "checker" && models::engine_named("relacy") == nullptr) return kNoRelacy;
  return {};
}

// The same, of a search that a file keeps.
std::string contradiction_with_frontier(const CLI::App& command, const std::string& engine,
                                        const std::string& memory_model) {
  if (engine != "checker") return "--frontier is for --engine checker";
  if (memory_model == "all") return "--frontier keeps the search under one memory model";
  for (const char* option : {"--sample", "--limit", "--preemptions", "--format", "--sarif", "--annotations", "--hint",
                             "--shard", "--total-time", "--baseline", "--write-baseline"})
    if (command.count(option) != 0)
      return fmt::format("--frontier keeps a search of all executions: without {}", option);
  return {};
}

std::ptrdiff_t reports_to_standard_output(const CLI::App& command) {
  const auto is_to_stdout = [](const CLI::Option* option) {
    return !option->get_positional() && option->count() == 1 && option->results().front() == kStandardOutput;
  };
  const auto options = command.get_options();
  return std::count_if(options.begin(), options.end(), is_to_stdout);
}

// Two reports in one stream are none that a program could read.
bool mixes_reports(const CLI::App& command) { return reports_to_standard_output(command) > 1; }
bool sends_report(const CLI::App& command) { return reports_to_standard_output(command) == 1; }

std::vector<const models::Engine*> engines_for(const std::string& engine, const std::string& memory_model) {
  std::vector<const models::Engine*> engines;
  if (engine != "checker") engines.push_back(models::engine_named("relacy"));
  if (engine == "relacy") return engines;
  for (const auto model : checker::kMemoryModels)
    if (memory_model == checker::name_of(model) || memory_model == "all")
      engines.push_back(&models::checker_engine(model));
  return engines;
}

int run_check(const CLI::App& command, Arguments& arguments, const VigilCommands* vigil) {
  if (const auto what = contradiction(command, arguments.check_engine); !what.empty()) return wrong_usage(what);
  auto& options = arguments.check.options;
  options.engines = engines_for(arguments.check_engine, arguments.memory_model);
  options.strong_where_declared = arguments.memory_model == "all";
  if (command.count("--bound") != 0) options.wanted.bound = arguments.bound;
  options.wanted.limit = arguments.limit;
  options.wanted.preemptions = arguments.preemptions;
  options.wanted.symmetry = !arguments.no_symmetry;
  if (arguments.sample.count != 0) options.wanted.sample = arguments.sample;
  options.time_limit = std::chrono::duration<double>(arguments.time_limit);
  options.end = checker::end_of_command(arguments.total_time);
  options.with_places = arguments.check.baseline.is_wanted();
  if (!arguments.check.frontier_file.empty()) {
    const auto what = contradiction_with_frontier(command, arguments.check_engine, arguments.memory_model);
    if (!what.empty()) return wrong_usage(what);
    // A search that can go on later needs no limit.
    if (command.count("--time-limit") != 0) arguments.check.frontier_time_limit = arguments.time_limit;
    return vigil->check_in_frontier(arguments.check);
  }
  return check(arguments.check);
}

int run_frontier(const CLI::App& command, Arguments& arguments, const VigilCommands& vigil) {
  const auto& part = *command.get_subcommands().front();
  if (part.get_name() == "status") return vigil.show_frontier(arguments.frontier.file);
  if (part.get_name() == "export") return vigil.export_frontier(arguments.frontier.file);
  if (part.count("--jobs") == 0) arguments.frontier.jobs = arguments.check.options.jobs;
  return vigil.resume_frontier(arguments.frontier);
}

int run_explain(const CLI::App& command, Arguments& arguments) {
  if (const auto what = contradiction(command, arguments.explain_engine); !what.empty()) return wrong_usage(what);
  arguments.explain.engine = engines_for(arguments.explain_engine, arguments.explain_memory_model).front();
  return explain(arguments.explain);
}

int run_litmus(Arguments& arguments) {
  for (const auto model : checker::kMemoryModels)
    if (arguments.litmus_memory_model == "all" || arguments.litmus_memory_model == checker::name_of(model))
      arguments.litmus.models.push_back(model);
  return litmus_tests(arguments.litmus);
}

int run_course(const CLI::App& command, const Arguments& arguments) {
  if (command.get_subcommands().empty()) return list_lessons();
  const auto& part = command.get_subcommands().front()->get_name();
  if (part == "show") return show_exercise(arguments.lesson);
  if (part == "answer") return show_answer(arguments.lesson);
  return check_attempt(arguments.lesson, arguments.attempt);
}

}  // namespace

int run(int argc, char** argv, const VigilCommands* vigil) {
  for (const auto& mistake : models::Registry::instance().mistakes()) return wrong_usage(mistake);
  for (const auto& mistake : models::mistakes_of_exhibits()) return wrong_usage(mistake);
  for (const auto& mistake : models::mistakes_of_mutants()) return wrong_usage(mistake);
  Arguments arguments;
  arguments.check.options.jobs = std::clamp(std::thread::hardware_concurrency(), 1U, checker::kMostJobs);
  arguments.orders.jobs = arguments.gallery.options.jobs = arguments.check.options.jobs;

  const auto& program = models::this_program();
  CLI::App app{program.summary, program.name};
  const std::string made_with = vigil != nullptr ? "" : program.name + ", made with ";
  app.set_version_flag("--version", made_with + "vigil " VIGIL_VERSION_STRING);
  app.require_subcommand(1);
  app.footer(checker::kExitStatuses);
  const auto* list_command = add_list(app, arguments);
  const auto* check_command = add_check(app, arguments, vigil != nullptr);
  const auto* work_command = vigil != nullptr ? add_work(app, arguments) : nullptr;
  const auto* frontier_command = vigil != nullptr ? add_frontier(app, arguments) : nullptr;
  const auto* explain_command = add_explain(app, arguments);
  const auto* orders_command = add_orders(app, arguments);
  const auto* gallery_command = add_gallery(app, arguments);
  const auto* litmus_command = vigil != nullptr ? add_litmus(app, arguments) : nullptr;
  const auto* course_command = vigil != nullptr ? add_course(app, arguments) : nullptr;
  const auto* replay_command = add_replay(app, arguments);

  if (const auto status = checker::parse(app, argc, argv)) return *status;
  if (mixes_reports(*app.get_subcommands().front()) ||
      (is_called(frontier_command) && mixes_reports(*frontier_command->get_subcommands().front())))
    return wrong_usage("the standard output, -, has room for one report");
  if (arguments.check.problems.annotations && sends_report(*check_command))
    return wrong_usage("the standard output, -, has room for a report or for annotations");
  if (list_command->parsed())
    return arguments.list_mutants  ? list_mutants(arguments.list.pattern)
           : arguments.list_relacy ? list_relacy(arguments.list.pattern)
                                   : list(arguments.list);
  arguments.check.argv = arguments.frontier.argv = argv;
  if (arguments.frontier_time_limit > 0) arguments.frontier.time_limit = arguments.frontier_time_limit;
  if (is_called(work_command)) return vigil->work(arguments.frontier);
  if (is_called(frontier_command)) return run_frontier(*frontier_command, arguments, *vigil);
  if (explain_command->parsed()) return run_explain(*explain_command, arguments);
  if (orders_command->parsed()) return orders(arguments.orders);
  if (is_called(litmus_command)) return run_litmus(arguments);
  if (is_called(course_command)) return run_course(*course_command, arguments);
  arguments.gallery.options.time_limit = std::chrono::duration<double>(arguments.time_limit);
  arguments.gallery.options.end = checker::end_of_command(arguments.total_time);
  if (gallery_command->parsed()) return gallery(arguments.gallery);
  if (replay_command->parsed()) return replay(arguments.token, arguments.replay_brief);
  return run_check(*check_command, arguments, vigil);
}

}  // namespace vigil::program
