#include "words.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace vigil::checker {
namespace {

// "24 executions, 3 blocked, 2 violating, undeclared waits"; "24 executions up to symmetry, 96 in all, 3 blocked".
std::string counts_in_words(const Result& result) {
  auto text = executions_in_words(result.seen(), result.executions_in_all + result.cut_short);
  text += ", " + grouped(result.blocked) + " blocked";
  if (result.violating != 0) text += ", " + grouped(result.violating) + " violating";
  if (result.undeclared_waits) text += ", undeclared waits";
  return text;
}

// The one that violates is the last of them.
std::string found_in_words(const Result& result) {
  auto text = "found after " + counted(result.seen(), "execution");
  if (result.blocked != 0) text += ", " + grouped(result.blocked) + " blocked";
  if (result.violating > 1) text += ", " + grouped(result.violating) + " violating";
  if (result.undeclared_waits) text += ", undeclared waits";
  return text;
}

// "3,410,000 executions", "2e+21 executions".
std::string roughly(double number, std::string_view what) {
  constexpr double kMostToGroup = 1e15;
  constexpr double kMostOfThreeDigits = 999.5;
  constexpr double kTen = 10;
  if (number >= kMostToGroup) {
    std::array<char, 32> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%.0e ", number));
    return std::string(text.data()).append(what).append("s");
  }
  double unit = 1;
  while (number / unit >= kMostOfThreeDigits) unit *= kTen;
  return counted(static_cast<std::uint64_t>(std::round(number / unit) * unit), what);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string counted(std::uint64_t number, std::string_view what) {
  return grouped(number).append(" ").append(what).append(number == 1 ? "" : "s");
}

std::string executions_in_words(std::uint64_t executions, std::uint64_t in_all) {
  const auto text = counted(executions, "execution");
  return in_all > executions ? text + " up to symmetry, " + grouped(in_all) + " in all" : text;
}

std::string estimate_in_words(const Estimate& estimate, const Options& options) {
  auto text = "about " + roughly(estimate.executions, "execution") + (options.symmetry ? " up to symmetry" : "") +
              ", and " + roughly(estimate.blocked, "blocked execution");
  if (options.most_preemptions) text += ", with at most " + counted(*options.most_preemptions, "preemption");
  return text;
}

std::string_view in_words(MemoryModel memory_model) {
  switch (memory_model) {
    case MemoryModel::cpp20:
      return "C++20";
    case MemoryModel::rc11:
      return "RC11";
    case MemoryModel::x86_tso:
      return "x86-TSO";
    case MemoryModel::sequential:
      break;
  }
  return "sequential consistency";
}

std::string scope_in_words(MemoryModel memory_model) {
  return std::string(in_words(memory_model)) + ", sb and rf acyclic together (no load buffering)";
}

std::string bounds_of_each_thread(const Options& options) {
  return counted(options.spurious_wakes, "spurious wake") + ", " + counted(options.timeouts, "timeout") + ", " +
         counted(options.weak_failures, "spurious failure") + " of each weak compare-exchange and " +
         counted(options.most_events, "operation");
}

std::string unusual_bounds(const Options& options) {
  const Options usual;
  std::string text;
  const auto add = [&](std::string_view what, std::string_view value) {
    text.append(text.empty() ? "" : ", ").append(what).append(" ").append(value);
  };
  if (options.spins != usual.spins) add("spins", name_of(options.spins));
  if (options.spurious_wakes != usual.spurious_wakes) add("spurious wakes", std::to_string(options.spurious_wakes));
  if (options.timeouts != usual.timeouts) add("timeouts", std::to_string(options.timeouts));
  if (options.weak_failures != usual.weak_failures) add("weak failures", std::to_string(options.weak_failures));
  if (options.most_preemptions) add("preemptions", std::to_string(*options.most_preemptions));
  if (options.most_events != usual.most_events) add("operations of a thread", std::to_string(options.most_events));
  if (options.arena_bytes != usual.arena_bytes) add("bytes of a thread", std::to_string(options.arena_bytes));
  return text;
}

std::string holds_in_words(const Result& result, const Options& options) {
  std::string text(verdict_in_words(kHolds, result.holds()));
  if (result.stop != Stop::preemptions) return text;
  return std::string(name_of(kHolds)) + " for all executions with at most " +
         counted(*options.most_preemptions, "preemption");
}

std::string_view verdict_in_words(Outcome outcome, bool is_complete) {
  return outcome.holds() && !is_complete ? "nothing found" : name_of(outcome);
}

std::string expected_counts_in_words(std::uint64_t executions, std::uint64_t violating) {
  if (violating == 0) return counted(executions, "execution");
  return counted(executions, "complete execution") + ", " + grouped(violating) + " violating";
}

std::string extent_in_words(const Result& result, const std::optional<Sample>& sample) {
  if (result.finding && !result.complete()) return found_in_words(result);
  const std::string found = result.finding ? "found: " : "";
  const bool is_bounded = result.stop == Stop::preemptions;
  if (!sample)
    return found +
           (result.complete() ? "exhaustive: "
            : is_bounded      ? "bounded: "
                              : "not complete: ") +
           counts_in_words(result);
  return found + "sampled " + grouped(result.seen() + result.blocked) + " of " + grouped(sample->count) + " planned (" +
         std::string(name_of(sample->sampling)) + ", seed " + std::to_string(sample->seed) +
         "): " + counts_in_words(result);
}

std::string limit_in_words(const Result& result, std::uint64_t most_executions) {
  switch (result.stop) {
    case Stop::executions:
      return "limit of " + grouped(most_executions) + " executions reached";
    case Stop::deadline:
      return "time limit reached";
    case Stop::interrupted:
      return "interrupted";
    case Stop::broken:
      return "broke down: " + result.limit;
    case Stop::limit:
      return "limit reached: " + result.limit;
    case Stop::preemptions:
      return result.limit;
    case Stop::none:
    case Stop::violation:
      break;
  }
  return {};
}

}  // namespace vigil::checker
