// The command line of `vigil`, an argument a line. Its own parser runs, and these functions stand for its commands.

#include "commands.hpp"
#include "input.hpp"
#include "interrupt_guard.hpp"

#include <vigil/model/exhibit.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace vigil::program {
namespace {

using fuzz::require;

bool is_time_limit(double seconds) { return std::isfinite(seconds) && seconds >= 1e-3 && seconds <= 1e6; }

void check_options(const CheckOptions& options) {
  require(is_time_limit(options.time_limit.count()), "a time limit is a positive number of seconds");
  require(options.jobs >= 1 && options.jobs <= checker::kMostJobs, "jobs are in their range");
  require(!options.wanted.bound || *options.wanted.bound <= 32, "a bound is in its range");
  require(!options.wanted.sample || options.wanted.sample->count != 0, "a sample has executions");
}

}  // namespace

int wrong_usage(const std::string& /*what*/) { return kWrongUsage; }
void check_shard(const checker::Shard& shard) {
  require(shard.number >= 1 && shard.number <= shard.of && shard.of <= checker::kMostShards,
          "a shard is one of several");
}

int list(const ListCommand& command) {
  check_shard(command.shard);
  return kAsExpected;
}
int list_mutants(const std::string& /*pattern*/) { return kAsExpected; }
int list_relacy(const std::string& /*pattern*/) { return kAsExpected; }
int replay(const std::string& /*token*/, bool /*brief*/) { return kAsExpected; }

int check(const CheckCommand& command) {
  check_options(command.options);
  require(!command.options.engines.empty() && !std::ranges::count(command.options.engines, nullptr),
          "there is an engine");
  require(command.json_file != kStandardOutput || command.junit_file != kStandardOutput,
          "the standard output takes one report");
  check_shard(command.shard);
  require(!command.baseline.strict || (!command.baseline.file.empty() && command.baseline.write.empty()),
          "what is strict is a baseline that is not written");
  require(command.options.with_places == command.baseline.is_wanted(), "a baseline wants places");
  if (command.frontier_file.empty()) return kAsExpected;
  require(!command.baseline.is_wanted() && command.shard.of == 1 && !command.options.end, "a frontier has no gate");
  require(command.options.engines.size() == 1 && !command.options.wanted.sample && command.options.wanted.limit == 0,
          "a frontier keeps one search of all executions");
  require(command.slice >= 0.01 && command.slice <= 3600, "a slice is in its range");
  return kAsExpected;
}

int explain(const ExplainCommand& command) {
  require(command.engine != nullptr, "there is an engine");
  require(!command.brief || !command.text, "steps alone are not the whole text");
  return kAsExpected;
}

int orders(const OrdersCommand& command) {
  require(is_time_limit(command.time_limit), "a time limit is a positive number of seconds");
  require(command.jobs >= 1 && command.jobs <= checker::kMostJobs, "jobs are in their range");
  require(command.total_time == 0 || is_time_limit(command.total_time), "a time is a positive number of seconds");
  check_shard(command.shard);
  return kAsExpected;
}

int litmus_tests(const LitmusCommand& command) {
  require(!command.files.empty() && !command.models.empty(), "there is a test, and a memory model");
  require(command.json_file != kStandardOutput || command.junit_file != kStandardOutput,
          "the standard output takes one report");
  return kAsExpected;
}

void check_participation(const FrontierCommand& command) {
  require(!command.file.empty(), "a frontier has a file");
  require(command.jobs >= 1 && command.jobs <= checker::kMostJobs, "jobs are in their range");
  require(command.slice >= 0.01 && command.slice <= 3600, "a slice is in its range");
  require(!command.time_limit || is_time_limit(*command.time_limit), "a time limit is a positive number of seconds");
}

int work(const FrontierCommand& command) {
  check_participation(command);
  return kAsExpected;
}

int resume_frontier(const FrontierCommand& command) {
  check_participation(command);
  require(command.json_file != kStandardOutput || command.junit_file != kStandardOutput,
          "the standard output takes one report");
  return kAsExpected;
}

int show_frontier(const std::string& file) {
  require(!file.empty(), "a frontier has a file");
  return kAsExpected;
}

int export_frontier(const std::string& file) { return show_frontier(file); }

int list_lessons() { return kAsExpected; }
int show_exercise(unsigned /*lesson*/) { return kAsExpected; }
int show_answer(unsigned /*lesson*/) { return kAsExpected; }
int check_attempt(unsigned /*lesson*/, const std::string& /*file*/) { return kAsExpected; }

int gallery(const GalleryCommand& command) {
  check_options(command.options);
  check_shard(command.shard);
  return kAsExpected;
}

}  // namespace vigil::program

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments{"vigil"};
  for (const auto line : vigil::fuzz::split(vigil::fuzz::text_of(data, size), '\n')) arguments.emplace_back(line);
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  constexpr vigil::program::VigilCommands kCommands{vigil::program::check, vigil::program::work,
                                                    vigil::program::resume_frontier, vigil::program::show_frontier,
                                                    vigil::program::export_frontier};
  const int status = vigil::program::run(static_cast<int>(arguments.size()), pointers.data(), &kCommands);
  vigil::fuzz::require(status == vigil::program::kAsExpected || status == vigil::program::kWrongUsage,
                       "the status of a command line is that of its command, or that of wrong usage");
  return 0;
}
