#pragma once

#include "baseline.hpp"
#include "shard.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace vigil::checker {

// The options of a command that gates the changes of a project, for every program that has them.

// `what`: what is dealt out, "models".
void add_shard(CLI::App& command, Shard& shard, const std::string& what);

// In seconds; 0: none unless one is given.
void add_total_time(CLI::App& command, double& seconds);
// When a command that begins now has to end; nothing if `seconds` is 0.
[[nodiscard]] std::optional<std::chrono::steady_clock::time_point> end_of_command(double seconds);
// Of what has not begun by then.
inline constexpr const char* kNotRun = "the time for the whole command was over";

// The files of known failures.
struct BaselineOptions {
  std::string file;   // empty: none
  std::string write;  // empty: none
  bool strict = false;

  [[nodiscard]] bool is_wanted() const { return !file.empty() || !write.empty(); }
  // Throws WrongUsage if the file is no baseline, and NotWritten if the other one cannot be written: before the search.
  [[nodiscard]] Baseline read() const;
};
void add_baseline(CLI::App& command, BaselineOptions& options);

}  // namespace vigil::checker
