#include <vigil/checker/run.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <cxxabi.h>

namespace vigil::checker {
namespace {

std::string_view in_words(MemoryModel model) {
  switch (model) {
    case MemoryModel::cpp20:
      return "C++20, without load buffering";
    case MemoryModel::rc11:
      return "RC11";
    case MemoryModel::x86_tso:
      return "x86-TSO";
    case MemoryModel::sequential:
      break;
  }
  return "sequential consistency";
}

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string outcome_of(const Verdict& verdict) {
  const auto& result = verdict.result;
  if (result.finding)
    return "VIOLATED, " + std::string(name_of(result.finding->violation)) + ": " + result.finding->what;
  if (result.stop == Stop::limit && result.bounded != 0) return "BOUNDED";
  if (!result.complete()) return "UNDECIDED";
  return verdict.sample ? "nothing found, but not checked" : "holds";
}

std::string why_it_stopped(const Verdict& verdict) {
  switch (verdict.result.stop) {
    case Stop::none:
      break;
    case Stop::violation:
      return "; stopped at the violation, what else there is was not explored";
    case Stop::executions:
      return "; stopped at the limit on executions, what else there is was not explored";
    case Stop::deadline:
      return "; stopped at the limit on time, what else there is was not explored";
    case Stop::interrupted:
      return "; interrupted, what else there is was not explored";
    case Stop::limit:
      return verdict.result.bounded != 0 ? "; each once, and others go beyond the bound"
                                         : "; stopped at a limit, what else there is was not explored";
  }
  return verdict.sample ? "; nothing is said of those that were not drawn" : "; each once, and there are no others";
}

std::string extent_of(const Verdict& verdict) {
  const auto& result = verdict.result;
  std::string text = counted(result.executions, "execution");
  if (result.blocked != 0)
    text += ", and " + std::to_string(result.blocked) + " in which a thread waits for a newer value";
  if (result.violating != 0) text += "; " + std::to_string(result.violating) + " with a violation";
  if (verdict.sample) text += "; drawn at random with seed " + std::to_string(verdict.sample->seed);
  text += why_it_stopped(verdict);
  if (result.undeclared_waits)
    text += "; a loop was taken for a wait that is not declared, so counts may depend on the compiler";
  return text;
}

std::string spins_in_words(Spins spins) {
  switch (spins) {
    case Spins::recurring:
      return "a loop waits when its state recurs";
    case Spins::unrolled:
      break;
  }
  return "loops unrolled";
}

std::string common_bounds(const Subject& subject) {
  return counted(subject.code.thread_count, "thread") + "; " + spins_in_words(subject.options.spins);
}

std::string bounds_of_each_thread(const Subject& subject) {
  const auto& options = subject.options;
  return counted(options.spurious_wakes, "spurious wake") + ", " + counted(options.weak_failures, "spurious failure") +
         " at each weak compare-exchange, at most " + counted(options.most_events, "operation") +
         (options.arena_bytes == Options().arena_bytes ? "" : ", and " + counted(options.arena_bytes, "byte"));
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

// What a replay must be told to see the same execution.
std::string replay_command(const Verdict& verdict, const std::string& program) {
  if (program.empty() || !verdict.result.finding) return "";
  std::string command = program;
  if (verdict.subject.options.memory_model != MemoryModel::cpp20)
    command += " --memory-model " + std::string(name_of(verdict.subject.options.memory_model));
  if (verdict.subject.options.arena_bytes != Options().arena_bytes)
    command += " --arena-bytes " + std::to_string(verdict.subject.options.arena_bytes);
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
  if (result.finding) return 1;
  return result.complete() ? 0 : 3;
}

Verdict run(Subject subject, const std::optional<Sample>& sample) {
  const auto& code = subject.code;
  const auto& options = subject.options;
  Result result =
      sample ? checker::sample(code, options, sample->sampling, sample->count, sample->seed) : check(code, options);
  std::optional<Trace> trace;
  if (result.finding) trace = linearise(replay(code, options, result.finding->choices));
  return {std::move(subject), sample, std::move(result), std::move(trace)};
}

TraceHeader header_of(const Verdict& verdict, const std::string& program) {
  TraceHeader header;
  header.model = verdict.subject.name;
  header.bounds = common_bounds(verdict.subject) + "; each: " + bounds_of_each_thread(verdict.subject);
  header.memory_model = in_words(verdict.subject.options.memory_model);
  header.replay = replay_command(verdict, program);
  if (verdict.trace) header.source_root = common_directory(*verdict.trace);
  return header;
}

std::string text(const Verdict& verdict, const std::string& program) {
  const auto& subject = verdict.subject;
  std::string text = subject.name + ": " + outcome_of(verdict);
  const auto add = [&text](std::string_view what, std::string_view value) {
    text.append("\n  ").append(what).append(value);
  };
  add("memory model  ", in_words(subject.options.memory_model));
  add("explored      ", extent_of(verdict));
  if (!verdict.result.limit.empty()) add("limit         ", verdict.result.limit);
  add("longest       ", counted(verdict.result.most_events, "operation") + " of all threads together");
  add("bounds        ", common_bounds(subject));
  add("each thread   ", bounds_of_each_thread(subject));
  text += '\n';
  TraceHeader only_places;
  if (verdict.trace) only_places.source_root = common_directory(*verdict.trace);
  if (verdict.trace) text += '\n' + checker::text(*verdict.trace, only_places);
  if (const auto command = replay_command(verdict, program); !command.empty())
    text += "\nto see it again: " + command + '\n';
  return text;
}

}  // namespace vigil::checker
