// The command line of a program that checks its own models, an argument a line. Its own parser runs. These functions
// stand for what it calls then, so that nothing is searched, and no file is read or written.

#include "exit_status.hpp"
#include "input.hpp"
#include "input_file.hpp"
#include "output_file.hpp"

#include <vigil/checker.hpp>

#include <chrono>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::checker {

using fuzz::require;

namespace detail {

std::string name_of(const std::type_info& type) { return type.name(); }

}  // namespace detail

Verdict run(Subject subject, const std::optional<Sample>& sample) {
  const auto& options = subject.options;
  require(options.jobs >= 1 && options.jobs <= kMostJobs, "jobs are in their range");
  require(options.arena_bytes >= 1 && options.arena_bytes <= kMostArenaBytes, "an arena is in its range");
  require(options.timeouts <= 1000 && options.most_events >= 1 && options.most_events <= 4095,
          "the bounds of a thread are in their ranges");
  require(!sample || sample->count != 0, "a sample has executions");
  require(!options.deadline || (*options.deadline > std::chrono::steady_clock::time_point() &&
                                *options.deadline < std::chrono::steady_clock::now() + std::chrono::hours(300)),
          "a time limit is a positive number of seconds");
  return {std::move(subject), sample, {}, {}};
}

int Verdict::exit_status() const { return kAsExpected; }
TraceHeader header_of(const Verdict& /*verdict*/, const std::string& /*program*/) { return {}; }
std::string text(const Verdict& /*verdict*/, const std::string& /*program*/) { return {}; }

void write_file(const std::string& file, const std::string& /*text*/) {
  require(!file.empty(), "a report has a place");
}
std::string read_file(const std::string& file) {
  require(!file.empty(), "a baseline has a place");
  return R"({"schema": "vigil-baseline", "version": 1, "accepted": []})";
}
void expect_writable(const std::string& file) {
  if (file == "/") throw NotWritten("it is a directory");
}

}  // namespace vigil::checker

namespace {

struct One {
  static constexpr auto threads() { return std::tuple{&One::first}; }
  void first() {}
};
struct Other {
  static constexpr auto threads() { return std::tuple{&Other::first}; }
  void first() {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments{"program"};
  for (const auto line : vigil::fuzz::split(vigil::fuzz::text_of(data, size), '\n')) arguments.emplace_back(line);
  std::vector<const char*> pointers;
  for (const auto& argument : arguments) pointers.push_back(argument.c_str());
  const int status = vigil::checker::main<One, Other>(static_cast<int>(pointers.size()), pointers.data());
  vigil::fuzz::require(status >= 0 && status <= vigil::checker::kBroken,
                       "the exit status is one of those that are documented");
  return 0;
}
