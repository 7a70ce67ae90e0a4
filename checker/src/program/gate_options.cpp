#include "gate_options.hpp"

#include "input_file.hpp"
#include "output_file.hpp"
#include "search_options.hpp"

namespace vigil::checker {

void add_shard(CLI::App& command, Shard& shard, const std::string& what) {
  const auto check = [](const std::string& text) -> std::string {
    return shard_named(text) ? "" : "'" + text + "' is not K/N with 1 <= K <= N <= " + std::to_string(kMostShards);
  };
  command
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = shard_named(text).value(); },
          "Only the K-th of N parts of the " + what + ", which are expected to take equally long")
      ->check(CLI::Validator(check, "K/N"));
}

void add_total_time(CLI::App& command, double& seconds) {
  add_seconds(command, "--total-time", seconds,
              "Seconds for the whole command: what runs then is stopped, and nothing more begins");
}

std::optional<std::chrono::steady_clock::time_point> end_of_command(double seconds) {
  if (seconds == 0) return std::nullopt;
  const std::chrono::duration<double> time(seconds);
  return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
}

Baseline BaselineOptions::read() const {
  Baseline baseline;
  if (!file.empty()) baseline = Baseline::from(read_file(file), file);
  if (!write.empty()) expect_writable(write);
  return baseline;
}

void add_baseline(CLI::App& command, BaselineOptions& options) {
  auto* const file = add_file(command, "--baseline", options.file,
                              "Known failures, which do not fail the run: what an earlier --write-baseline wrote");
  add_file(command, "--write-baseline", options.write,
           "Accept what this run finds: write it there as known failures; - is the standard output");
  command
      .add_flag("--strict-baseline", options.strict, "An entry of the baseline that is no longer right fails the run")
      ->needs(file)
      ->excludes("--write-baseline");
}

}  // namespace vigil::checker
