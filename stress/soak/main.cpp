#include "parts.hpp"
#include "soak.hpp"
#include "state.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::soak {
namespace {

constexpr const char* kExitStatuses =
    "Exit status: 0 all that was asked for ran and nothing was found; 1 a part broke a promise, or a round made no\n"
    "progress; 2 wrong arguments, or a file that is no state; 3 stopped by SIGINT or SIGTERM, goes on from the state;\n"
    "4 the state could not be written.";

struct Arguments {
  Options options;
  std::optional<std::string> seed;
  std::vector<std::string> faults;
  bool no_faults = false;
  bool print = false;
  std::uint64_t stall_seconds = 60;
  std::vector<std::string> replay;
  std::string plant;
};

std::optional<std::uint64_t> number_in(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const bool is_octal = text.size() > 1 && text.front() == '0';
  if (error != std::errc() || rest != end || is_octal) return std::nullopt;
  return number;
}

// CLI11 takes the largest number for one that is too large, and one that begins with 0 for an octal one.
CLI::Validator number() {
  const auto check = [](const std::string& text) -> std::string {
    return number_in(text) ? "" : "'" + text + "' is not a number below 2^64";
  };
  return CLI::Validator(check, "NUMBER");
}
CLI::Validator positive(std::uint64_t most) {
  const auto check = [most](const std::string& text) -> std::string {
    const auto found = number_in(text);
    return found && *found != 0 && *found <= most ? "" : "'" + text + "' is not between 1 and " + std::to_string(most);
  };
  return CLI::Validator(check, "NUMBER");
}
// NaN is below no bound and above none.
CLI::Validator duration() {
  const auto check = [](const std::string& text) -> std::string {
    double seconds = 0;
    const bool is_number = CLI::detail::lexical_cast(text, seconds);
    return is_number && seconds >= 1e-3 && seconds <= 1e7 ? "" : "'" + text + "' is not between 0.001 and 10000000";
  };
  return CLI::Validator(check, "SECONDS");
}
CLI::Validator file_name() {
  return CLI::Validator([](const std::string& text) { return std::string(text.empty() ? "'' names no file" : ""); },
                        "");
}

std::vector<std::string> names_of_parts() {
  std::vector<std::string> names;
  for (const Part& part : kParts) names.emplace_back(part.name);
  return names;
}

void add_options(CLI::App& app, Arguments& arguments) {
  Options& options = arguments.options;
  app.add_option("--state", options.state, "Go on from this file, and write to it what was done")->check(file_name());
  app.add_option("--jobs-total", options.jobs_total,
                 "Until so many jobs have run, with those of the state (1000000000 without --seconds)")
      ->check(positive(UINT64_MAX));
  app.add_option("--seconds", options.seconds, "For so long")->check(duration());
  app.add_option("--seed", arguments.seed, "What the seeds of the rounds are drawn from (1)")->check(number());
  app.add_option("--part", options.parts, "Only this part; may be repeated")
      ->check(CLI::IsMember(names_of_parts()))
      ->allow_extra_args(false);
  auto* const fault = app.add_option("--fault", arguments.faults, "Only this fault; may be repeated")
                          ->check(CLI::IsMember(std::vector<std::string>(kFaultNames.begin(), kFaultNames.end())))
                          ->allow_extra_args(false);
  app.add_flag("--no-faults", arguments.no_faults, "No faults: core as it ships")->excludes(fault);
  app.add_option("--stall", arguments.stall_seconds, "How many seconds without a job are a missed wake")
      ->check(positive(86'400))
      ->capture_default_str();
  auto* const print = app.add_flag("--print", arguments.print, "Print the state as a table, and run nothing");
  app.add_option("--replay", arguments.replay, "Run this round alone: the name of the part, and the seed")
      ->type_name("PART SEED")
      ->expected(2)
      ->excludes(print);
  // A defect of the soak itself, for its tests. Not in the help.
  app.add_option("--plant", arguments.plant)
      ->check(CLI::IsMember({"lost-job", "repeated-job", "lost-wake"}))
      ->group("");
  app.footer(kExitStatuses);
}

// What CLI11 cannot say of the arguments; empty if nothing is wrong.
std::string mistake_in(Arguments& arguments) {
  Options& options = arguments.options;
  if (arguments.print && options.state.empty()) return "--print wants a --state to print";
  if (!arguments.replay.empty()) {
    const auto names = names_of_parts();
    const auto seed = number_in(arguments.replay[1]);
    if (std::find(names.begin(), names.end(), arguments.replay[0]) == names.end())
      return "--replay: there is no part '" + arguments.replay[0] + "'";
    if (!seed) return "--replay: '" + arguments.replay[1] + "' is not a number below 2^64";
    if (!options.state.empty()) return "--replay keeps no --state";
    options.replay_part = arguments.replay[0];
    options.replay_seed = *seed;
    options.parts = {options.replay_part};
  }
  return {};
}

void complete(Arguments& arguments) {
  Options& options = arguments.options;
  if (options.jobs_total == 0 && options.seconds == 0) options.jobs_total = 1'000'000'000;
  if (arguments.seed) options.seed = number_in(*arguments.seed);
  options.stall = std::chrono::seconds(arguments.stall_seconds);
  if (arguments.no_faults || !arguments.faults.empty()) options.faults.reset();
  if (arguments.no_faults) options.fault_arguments = " --no-faults";
  for (const std::string& name : arguments.faults) {
    options.faults.set(index_of(*fault_of(name)));
    options.fault_arguments += " --fault " + name;
  }
  const std::map<std::string, Plant> plants = {
      {"lost-job", Plant::lost_job}, {"repeated-job", Plant::repeated_job}, {"lost-wake", Plant::lost_wake}};
  if (!arguments.plant.empty()) options.plant = plants.at(arguments.plant);
}

int print(const std::string& file) {
  try {
    const std::optional<State> state = read_state(file);
    if (!state) throw NoState("there is no state " + file);
    print_table(std::cout, *state);
    return kDone;
  } catch (const NoState& error) {
    std::cerr << "vigil_soak: " << error.what() << '\n';
    return kRefused;
  }
}

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"Runs rounds of jobs on all parts of core with injected faults, and checks that each job runs once.",
               "vigil_soak"};
  add_options(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kRefused;
  }
  if (const std::string mistake = mistake_in(arguments); !mistake.empty()) {
    std::cerr << "vigil_soak: " << mistake << '\n';
    return kRefused;
  }
  complete(arguments);
  if (arguments.print) return print(arguments.options.state);
  return arguments.options.replay_part.empty() ? soak(arguments.options) : replay(arguments.options);
}

}  // namespace
}  // namespace vigil::soak

int main(int argc, char** argv) { return vigil::soak::run(argc, argv); }
