// The options of each command.

#include "command_options.hpp"

#include "gate_options.hpp"

#include <vigil/model/this_program.hpp>

#include <fmt/core.h>

#include <map>
#include <string>
#include <vector>

namespace vigil::program {
namespace {

// Relacy's search by preemptions grows with a power of the bound; beyond this nobody lives to see its end.
constexpr unsigned kMostPreemptions = 32;

std::string also_write(const char* form) {
  return fmt::format("Also write a {} report; - writes it to the standard output, in place of the table", form);
}

void add_engine(CLI::App& command, std::string& engine, std::string& memory_model, bool several) {
  std::vector<std::string> engines{"checker", "relacy"}, more_memory_models;
  if (several) {
    engines.emplace_back("both");
    more_memory_models.emplace_back("all");
  }
  command.add_option("--engine", engine, "What searches")->check(CLI::IsMember(engines))->capture_default_str();
  checker::add_memory_model(command, memory_model, more_memory_models);
}

void add_limits(CLI::App& command, Arguments& arguments) {
  auto* quick = command.add_flag("--quick", arguments.quick, "Seconds for each model (default)");
  command.add_flag("--full", arguments.check.options.wanted.thorough, "Also what takes long")->excludes(quick);
  command.add_option("--bound", arguments.bound, "Relacy: context bound to search, in place of those a model names")
      ->check(CLI::Range(0U, kMostPreemptions));
  checker::add_limit(command, arguments.limit);
  checker::add_sample(command, arguments.sample);
  checker::add_preemptions(command, arguments.preemptions);
  command.add_flag("--no-symmetry", arguments.no_symmetry,
                   "The checker: explore also executions that differ by an exchange of equal threads alone");
  checker::add_jobs(command, arguments.check.options.jobs,
                    "Models checked at the same time, or processes that share the search of a single one");
  checker::add_time_limit(command, arguments.time_limit, "Seconds for each model");
}

CLI::Option* add_slice(CLI::App& command, double& seconds) {
  constexpr double kShortest = 0.01, kLongest = 3600;
  return command.add_option("--slice", seconds, "Seconds after which a process puts back what it has")
      ->check(CLI::Range(kShortest, kLongest))
      ->capture_default_str();
}

// What a check that gates changes needs besides.
void add_gate(CLI::App& command, Arguments& arguments) {
  checker::add_total_time(command, arguments.total_time);
  checker::add_shard(command, arguments.check.shard, "models");
  checker::add_baseline(command, arguments.check.baseline);
}

void add_participation(CLI::App& command, Arguments& arguments, const std::string& jobs) {
  checker::add_file(command, "file", arguments.frontier.file, "Where the search is kept")->required();
  checker::add_jobs(command, arguments.frontier.jobs, jobs);
  checker::add_time_limit(command, arguments.frontier_time_limit, "Stop after so many seconds, and leave the rest");
  add_slice(command, arguments.frontier.slice);
}

}  // namespace

CLI::App* add_check(CLI::App& app, Arguments& arguments, bool keeps_searches) {
  auto* command = app.add_subcommand("check", "Check models, and compare each verdict with the one that is expected");
  command->add_option("pattern", arguments.check.pattern, "Only models whose name contains this, or matches it (*, ?)");
  add_engine(*command, arguments.check_engine, arguments.memory_model, true);
  add_limits(*command, arguments);
  add_gate(*command, arguments);
  checker::add_file(*command, "--junit", arguments.check.junit_file, also_write("JUnit"));
  checker::add_file(*command, "--json", arguments.check.json_file, also_write("JSON"));
  checker::add_file(*command, "--sarif", arguments.check.sarif_file, also_write("SARIF 2.1.0"));
  checker::add_annotations(*command, arguments.check.problems.annotations);
  checker::add_hint(*command, arguments.check.problems.hint, arguments.check.problems.hint_limit);
  const std::map<std::string, CheckFormat> formats{
      {"table", CheckFormat::table}, {"models", CheckFormat::models}, {"primitives", CheckFormat::primitives}};
  command
      ->add_option("--format", arguments.check.format,
                   "What to print: a table, or for pages Markdown with a row for each of the models or primitives")
      ->transform(CLI::CheckedTransformer(formats))
      ->option_text("table|models|primitives [table]");
  auto* estimate = command->add_flag("--estimate", arguments.check.only_estimates,
                                     "The checker: only say how many executions each model may have, however many");
  for (const char* option : {"--junit", "--json", "--format", "--sample", "--limit", "--full", "--quick", "--sarif",
                             "--annotations", "--hint", "--total-time", "--baseline", "--write-baseline"})
    estimate->excludes(command->get_option(option));
  if (keeps_searches) {
    auto* frontier = checker::add_file(
        *command, "--frontier", arguments.check.frontier_file,
        "Keep the search of one model in this file or at redis://HOST/NAME, or go on with it: docs/frontier.md");
    add_slice(*command, arguments.check.slice)->needs(frontier);
    estimate->excludes(frontier);
  }
  command->footer(checker::kExitStatuses);
  return command;
}

CLI::App* add_work(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("work", "Take part in a search that a file keeps, until it ends");
  add_participation(*command, arguments, "Processes that take part");
  command->footer(
      "Exit status: 0 the search has ended; 2 wrong usage; 3 it has not, or its frontier cannot be used;\n"
      "5 it broke down.");
  return command;
}

CLI::App* add_frontier(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("frontier", "Look at a search that a file keeps, or go on with it");
  const auto add = [&](const char* name, const char* what) {
    auto* part = command->add_subcommand(name, what);
    checker::add_file(*part, "file", arguments.frontier.file, "Where the search is kept")->required();
    return part;
  };
  add("status", "Print how far it has come");
  add("export", "Print all of that as JSON");
  auto* resume = command->add_subcommand("resume", "Go on with it, and print the verdict");
  add_participation(*resume, arguments, "Processes that take part (default: as many as there are processors)");
  checker::add_file(*resume, "--junit", arguments.frontier.junit_file, also_write("JUnit"));
  checker::add_file(*resume, "--json", arguments.frontier.json_file, also_write("JSON"));
  resume->footer(checker::kExitStatuses);
  command->require_subcommand(1);
  return command;
}

CLI::App* add_explain(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("explain", "Show the counterexample of a model that fails");
  command->add_option("model", arguments.explain.model, "Name of the model")->required();
  add_engine(*command, arguments.explain_engine, arguments.explain_memory_model, false);
  auto* brief =
      command->add_flag("--brief", arguments.explain.brief, "The steps alone, without files and lines, for pages");
  command->add_flag("--text", arguments.explain.text, "Also print it, where it is written to files")->excludes(brief);
  checker::add_file(*command, "--json", arguments.explain.json_file, "Write it for programs; - is the standard output");
  checker::add_file(*command, "--dot", arguments.explain.dot_file,
                    "Write the execution graph for Graphviz; - is the standard output");
  checker::add_page(*command, arguments.explain.html_file);
  checker::add_picture(*command, arguments.explain.svg_file);
  checker::add_file(*command, "--litmus", arguments.explain.litmus_file,
                    "Write it as a litmus test in herd's C; - is the standard output");
  command->footer(checker::kExitStatuses);
  return command;
}

CLI::App* add_orders(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand(
      "orders", "Show how weak each memory order may be, what breaks below, and what breaks with each choice flipped");
  command->add_option("pattern", arguments.orders.pattern,
                      "Only the primitive of this name, or those whose names contain it");
  command->add_flag("--list", arguments.orders.only_names, "Print the names of the primitives and exit");
  const std::map<std::string, OrdersFormat> formats{
      {"table", OrdersFormat::table}, {"markdown", OrdersFormat::markdown}, {"score", OrdersFormat::score}};
  command->add_option("--format", arguments.orders.format, "What to print: a table, pages, or how many mutants die")
      ->transform(CLI::CheckedTransformer(formats))
      ->option_text("table|markdown|score [table]");
  checker::add_file(*command, "--junit", arguments.orders.junit_file, also_write("JUnit"));
  checker::add_file(*command, "--json", arguments.orders.json_file, also_write("JSON"));
  checker::add_file(*command, "--pages", arguments.orders.pages_directory,
                    "Also write there what --format markdown prints of each primitive, and the score");
  checker::add_jobs(*command, arguments.orders.jobs, "Mutants judged at the same time");
  checker::add_time_limit(*command, arguments.orders.time_limit, "Seconds for each mutant");
  checker::add_total_time(*command, arguments.orders.total_time);
  checker::add_shard(*command, arguments.orders.shard, "primitives");
  command->footer(
      "Exit status: 0 the comments in the tables say what the models say; 1 they do not; 2 wrong usage;\n"
      "3 a limit was reached, or a model does not hold as it ships; 4 output could not be written;\n"
      "5 a search broke down: a process of it was killed, or memory was exhausted.");
  return command;
}

CLI::App* add_gallery(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("gallery", "Show published defects beside their fixes, under three memory models");
  command->add_option("pattern", arguments.gallery.pattern, "Only exhibits whose number contains this, or matches it");
  const std::map<std::string, GalleryFormat> formats{
      {"table", GalleryFormat::table}, {"markdown", GalleryFormat::markdown}, {"index", GalleryFormat::index}};
  command
      ->add_option(
          "--format", arguments.gallery.format,
          "What to print: a table, or for pages Markdown with the models of an exhibit, or a row for each exhibit")
      ->transform(CLI::CheckedTransformer(formats))
      ->option_text("table|markdown|index [table]");
  command->add_flag("--full", arguments.gallery.options.wanted.thorough, "Also what takes long");
  checker::add_file(*command, "--junit", arguments.gallery.junit_file, also_write("JUnit"));
  checker::add_file(*command, "--json", arguments.gallery.json_file, also_write("JSON"));
  checker::add_jobs(*command, arguments.gallery.options.jobs, "Models checked at the same time");
  checker::add_time_limit(*command, arguments.time_limit, "Seconds for each model");
  checker::add_total_time(*command, arguments.total_time);
  checker::add_shard(*command, arguments.gallery.shard, "exhibits");
  command->footer(checker::kExitStatuses);
  return command;
}

CLI::App* add_list(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("list", "Show models, with what they ask, their bounds and expected verdicts");
  command->add_option("pattern", arguments.list.pattern, "Only models whose name contains or matches this");
  auto* mutants =
      command->add_flag("--mutants", arguments.list_mutants,
                        "Source mutants of core instead, by name or header, with the model that kills each");
  checker::add_shard(*command, arguments.list.shard, "models");
  command->add_flag("--full", arguments.list.thorough, "The parts are those of check --full")
      ->needs(command->get_option("--shard"));
  checker::add_file(*command, "--json", arguments.list.json_file,
                    "Also write the list for programs; - writes it to the standard output, in place of the text");
  auto* relacy = command->add_flag("--relacy", arguments.list_relacy,
                                   "For pages: of each primitive, how many models Relacy decides as the checker does, "
                                   "and for which of its limits it does not decide or run the others");
  relacy->excludes(mutants);
  for (const char* option : {"--shard", "--json"}) {
    mutants->excludes(command->get_option(option));
    relacy->excludes(command->get_option(option));
  }
  command->footer(checker::kExitStatuses);
  return command;
}

CLI::App* add_litmus(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("litmus", "Read litmus tests, and say what each memory model allows");
  command
      ->add_option("file", arguments.litmus.files,
                   "Tests in herd's C, or directories of .litmus files; - is the standard input")
      ->required();
  checker::add_memory_model(*command, arguments.litmus_memory_model, {"all"});
  command->add_flag("--states", arguments.litmus.states, "Also print the final values of all executions");
  command->add_flag("--explain", arguments.litmus.explain,
                    "Also print an execution that shows each verdict, or the cycle that forbids it");
  command->add_flag("--changes", arguments.litmus.changes,
                    "Also try every other memory order and one fence more, and print what gives another verdict");
  checker::add_operations(*command, arguments.litmus.operations);
  checker::add_time_limit(*command, arguments.litmus.time_limit, "Seconds for each test and memory model");
  checker::add_picture(*command, arguments.litmus.svg_file);
  checker::add_page(*command, arguments.litmus.html_file);
  checker::add_file(*command, "--junit", arguments.litmus.junit_file, also_write("JUnit"));
  checker::add_file(*command, "--json", arguments.litmus.json_file, also_write("JSON"));
  command->footer(
      "Exit status: 0 every verdict as the test expects; 1 a verdict differs; 2 wrong usage, or a test that cannot be "
      "read;\n3 a limit was reached; 4 output could not be written; 5 memory was exhausted.");
  return command;
}

CLI::App* add_course(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("course", "List the exercises of the course, show them, and check attempts");
  const auto add = [&](const char* name, const char* what) {
    auto* part = command->add_subcommand(name, what);
    part->add_option("lesson", arguments.lesson, "Its number")->required();
    return part;
  };
  add("show", "Print the exercise of a lesson, a litmus test");
  add("answer", "Print the answer");
  auto* check = add("check", "Say whether an attempt solves the exercise, and if not, show an execution");
  check->add_option("file", arguments.attempt, "The litmus test as you changed it; - is the standard input")
      ->required();
  check->footer("Exit status: 0 solved; 1 not solved; 2 wrong usage, or a test that cannot be read.");
  command->require_subcommand(0, 1);
  return command;
}

CLI::App* add_replay(CLI::App& app, Arguments& arguments) {
  auto* command = app.add_subcommand("replay", "Run one execution again, step by step");
  command->add_option("token", arguments.token, "As check and explain print it")->required();
  command->add_flag("--brief", arguments.replay_brief, "Functions and labels without files and lines, for pages");
  command->footer(checker::kExitStatuses);
  return command;
}

}  // namespace vigil::program
