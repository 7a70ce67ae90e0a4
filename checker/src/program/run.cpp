#include <vigil/checker/knowledge.hpp>
#include <vigil/checker/run.hpp>

#include "exit_status.hpp"
#include "words.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <cxxabi.h>

namespace vigil::checker {
namespace {

// "holds", "fails: data-race (a write ...)".
std::string conclusion_of(const Verdict& verdict) {
  const auto& finding = verdict.result.finding;
  if (!finding && verdict.sample) return std::string(verdict_in_words(kHolds, false));
  if (!finding) return holds_in_words(verdict.result, verdict.subject.options);
  return "fails: " + std::string(name_of(finding->violation)) + " (" + finding->what + ')';
}

std::string searched_in_words(const Verdict& verdict) {
  const auto& [subject, sample, result, trace] = verdict;
  auto limit = limit_in_words(result, subject.options.most_executions);
  const auto& most = subject.options.most_preemptions;
  if (most && result.complete()) limit = "none has more than " + counted(*most, "preemption");
  return extent_in_words(result, sample) + (limit.empty() ? "" : "; " + limit);
}

std::string bounds_of(const Subject& subject) {
  const auto unusual = unusual_bounds(subject.options);
  const auto threads = subject.code.hosted == nullptr
                           ? counted(subject.code.thread_count, "thread")
                           : "main and the threads that it starts, at most " + std::to_string(Knowledge::kThreads);
  return threads + "; for each at most " + bounds_of_each_thread(subject.options) +
         (unusual.empty() ? "" : "; not as usual: " + unusual);
}

// The directory that all of the trace's files lie in, so that places need not repeat it.
std::string common_directory(const Trace& trace) {
  std::optional<std::string_view> common;
  for (const auto& timed : trace.steps) {
    const std::string_view file = timed.step.file;
    if (file.empty()) continue;
    const auto directory = file.substr(0, file.find_last_of('/') + 1);
    if (!common) common = directory;
    const auto differs = std::mismatch(common->begin(), common->end(), directory.begin(), directory.end()).first;
    common = common->substr(0, static_cast<std::size_t>(differs - common->begin()));
    common = common->substr(0, common->find_last_of('/') + 1);
  }
  return std::string(common.value_or(""));
}

// The command that shows the same execution again; empty if there is none.
std::string replay_command(const Verdict& verdict, const std::string& program) {
  if (program.empty() || !verdict.result.finding) return "";
  std::string command = program;
  if (verdict.subject.options.memory_model != MemoryModel::cpp20)
    command += " --memory-model " + std::string(name_of(verdict.subject.options.memory_model));
  if (verdict.subject.options.arena_bytes != Options().arena_bytes)
    command += " --arena-bytes " + std::to_string(verdict.subject.options.arena_bytes);
  if (verdict.subject.options.timeouts != Options().timeouts)
    command += " --timeouts " + std::to_string(verdict.subject.options.timeouts);
  if (verdict.subject.options.most_events != Options().most_events)
    command += " --operations " + std::to_string(verdict.subject.options.most_events);
  return command + " --replay " + verdict.result.finding->choices;
}

}  // namespace

namespace detail {

std::string name_of(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? demangled.get() : type.name();
  for (const std::string_view noise : {"(anonymous namespace)::", "vigil::checker::"})
    for (auto at = name.find(noise); at != std::string::npos; at = name.find(noise)) name.erase(at, noise.size());
  return name;
}

}  // namespace detail

int Verdict::exit_status() const {
  if (result.finding) return kDiffers;
  if (result.stop == Stop::broken) return kBroken;
  return result.ended_by_itself() ? kAsExpected : kLimitReached;
}

Verdict run(Subject subject, const std::optional<Sample>& sample) {
  const auto& code = subject.code;
  const auto& options = subject.options;
  Result result = sample ? checker::sample(code, options, *sample) : check(code, options);
  std::optional<Trace> trace;
  if (result.finding) trace = linearise(replay(code, options, result.finding->choices));
  return {std::move(subject), sample, std::move(result), std::move(trace)};
}

TraceHeader header_of(const Verdict& verdict, const std::string& program) {
  TraceHeader header;
  header.model = verdict.subject.name;
  header.bounds = bounds_of(verdict.subject);
  header.memory_model = in_words(verdict.subject.options.memory_model);
  header.replay = replay_command(verdict, program);
  if (verdict.trace) header.source_root = common_directory(*verdict.trace);
  return header;
}

std::string text(const Verdict& verdict, const std::string& program) {
  const auto& subject = verdict.subject;
  std::string text = subject.name + ": " + conclusion_of(verdict);
  const auto add = [&text](std::string_view what, std::string_view value) {
    text.append("\n  ").append(what).append(value);
  };
  add("memory model  ", scope_in_words(subject.options.memory_model));
  add("searched      ", searched_in_words(verdict));
  if (verdict.result.undeclared_waits) add("waits         ", kUndeclaredWaits);
  add("longest       ", counted(verdict.result.most_events, "operation") + " of all threads together");
  add("bounds        ", bounds_of(subject));
  if (const auto* const hosted = subject.code.hosted; hosted != nullptr && hosted->assumptions != nullptr)
    if (const auto assumptions = hosted->assumptions(); !assumptions.empty()) add("assumed       ", assumptions);
  if (verdict.result.executions_in_all > verdict.result.executions) add("assumed       ", kExchanged);
  text += '\n';
  TraceHeader only_places;
  if (verdict.trace) only_places.source_root = common_directory(*verdict.trace);
  if (verdict.trace) text += '\n' + checker::text(*verdict.trace, only_places);
  if (const auto command = replay_command(verdict, program); !command.empty())
    text += "\nto see it again: " + command + '\n';
  return text;
}

}  // namespace vigil::checker
