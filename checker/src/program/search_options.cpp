#include "search_options.hpp"

#include "exit_status.hpp"

#include <vigil/checker/options.hpp>

#include <charconv>

namespace vigil::checker {
namespace {

// CLI11's own check takes fractions, and names its bounds in three hundred digits.
CLI::Validator positive() {
  const auto check = [](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end && text.front() != '0'
               ? ""
               : "'" + text + "' is not a positive number below 2^64";
  };
  return CLI::Validator(check, "POSITIVE");
}

// NaN is below no bound and above none.
CLI::Validator time_limit() {
  const auto check = [](const std::string& text) -> std::string {
    double seconds = 0;
    const bool is_number = CLI::detail::lexical_cast(text, seconds);
    return is_number && seconds >= 1e-3 && seconds <= 1e6 ? "" : "'" + text + "' is not between 0.001 and 1000000";
  };
  return CLI::Validator(check, "SECONDS");
}

// CLI11 takes the largest number for one that is too large, and one that begins with 0 for an octal one.
CLI::Validator number() {
  const auto check = [](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const bool is_octal = text.size() > 1 && text.front() == '0';
    return error == std::errc() && rest == end && !is_octal ? "" : "'" + text + "' is not a number below 2^64";
  };
  return CLI::Validator(check, "NUMBER");
}

CLI::Validator file_name() {
  const auto check = [](const std::string& text) -> std::string { return text.empty() ? "'' names no file" : ""; };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::Option* add_file(CLI::App& command, const std::string& option, std::string& file, const std::string& what) {
  return command.add_option(option, file, what)->check(file_name());
}

void add_memory_model(CLI::App& command, std::string& name, const std::vector<std::string>& others) {
  std::vector<std::string> names;
  for (const auto model : kMemoryModels) names.emplace_back(name_of(model));
  names.insert(names.end(), others.begin(), others.end());
  auto* option = command.add_option("--memory-model", name, "What the checker takes memory orders to mean")
                     ->check(CLI::IsMember(names));
  if (!name.empty()) option->capture_default_str();
}

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& what) {
  command.add_option("-j,--jobs", jobs, what)->check(CLI::Range(1U, kMostJobs));
}

void add_time_limit(CLI::App& command, double& seconds, const std::string& what) {
  add_seconds(command, "--time-limit", seconds, what);
}

void add_seconds(CLI::App& command, const std::string& option_name, double& seconds, const std::string& what) {
  auto* option = command.add_option(option_name, seconds, what)->check(time_limit());
  if (seconds > 0) option->capture_default_str();
}

void add_limit(CLI::App& command, std::uint64_t& limit) {
  command.add_option("--limit", limit, "Stop after so many executions of a model")->check(positive());
}

void add_timeouts(CLI::App& command, std::optional<unsigned>& timeouts) {
  constexpr unsigned kMostTimeouts = 1000;
  command.add_option("--timeouts", timeouts, "How often a wait with a time limit may end by it, for each thread")
      ->check(CLI::Range(0U, kMostTimeouts));
}

void add_operations(CLI::App& command, std::optional<unsigned>& operations) {
  constexpr unsigned kMost = 4095;
  command.add_option("--operations", operations, "How many operations each thread may perform in an execution")
      ->check(CLI::Range(1U, kMost));
}

void add_preemptions(CLI::App& command, std::optional<unsigned>& preemptions) {
  constexpr unsigned kMost = 1000;
  command
      .add_option("--preemptions", preemptions,
                  "Only executions with at most so many preemptions: switches from a thread that could go on")
      ->check(CLI::Range(0U, kMost))
      ->excludes("--sample");
}

void add_sample(CLI::App& command, Sample& sample) {
  auto* count =
      command.add_option("--sample", sample.count, "Draw so many executions at random instead")->check(positive());
  std::vector<std::string> names;
  for (const auto sampling : kSamplings) names.emplace_back(name_of(sampling));
  const auto choose = [&sample](const std::string& name) { sample.sampling = sampling_named(name).value(); };
  command.add_option_function<std::string>("--sampling", choose, "How they are drawn")
      ->check(CLI::IsMember(names))
      ->default_str(names.front())
      ->needs(count);
  command.add_option("--seed", sample.seed, "What they are drawn from")
      ->check(number())
      ->needs(count)
      ->capture_default_str();
}

void add_page(CLI::App& command, std::string& file) {
  add_file(command, "--html", file,
           "Write the counterexample as a page that can be stepped through; - is the standard output");
}

void add_picture(CLI::App& command, std::string& file) {
  add_file(command, "--svg", file, "Draw the counterexample as a picture, for pages; - is the standard output");
}

std::optional<int> parse(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are requests, not errors.
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    return wrong_usage(app.get_name(), std::string(error.what()) + " (" + app.get_name() + " --help)");
  }
  return std::nullopt;
}

}  // namespace vigil::checker
