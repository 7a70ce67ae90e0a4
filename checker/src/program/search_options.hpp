#pragma once

#include <vigil/checker/sampling.hpp>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

// The options of a command that searches models: each is declared here, for every program that has it.

// "cpp20" and so on; `others`: what else the command knows.
void add_memory_model(CLI::App& command, std::string& name, const std::vector<std::string>& others = {});
// `jobs`: its default is for the caller to say, in `what`.
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& what);
// In seconds; 0: none unless one is given.
void add_time_limit(CLI::App& command, double& seconds, const std::string& what);
// The same by another name.
void add_seconds(CLI::App& command, const std::string& option, double& seconds, const std::string& what);
// On executions; 0: none unless one is given.
void add_limit(CLI::App& command, std::uint64_t& limit);
// Of each thread's waits; nothing unless a number is given.
void add_timeouts(CLI::App& command, std::optional<unsigned>& timeouts);
void add_operations(CLI::App& command, std::optional<unsigned>& operations);
// Nothing unless a number is given. Does not go together with a sample, which is declared before.
void add_preemptions(CLI::App& command, std::optional<unsigned>& preemptions);
// A sample of no executions is none.
void add_sample(CLI::App& command, Sample& sample);
// Of a file to write, which must have a name.
CLI::Option* add_file(CLI::App& command, const std::string& option, std::string& file, const std::string& what);
void add_page(CLI::App& command, std::string& file);
void add_picture(CLI::App& command, std::string& file);

// Nothing, or the exit status with which the program ends: help was asked for, or the usage is wrong. Both have been
// printed by then.
[[nodiscard]] std::optional<int> parse(CLI::App& app, int argc, const char* const* argv);

}  // namespace vigil::checker
