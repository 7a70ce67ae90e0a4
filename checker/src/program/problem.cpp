#include "problem.hpp"

#include "trace_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace vigil::checker {
namespace {

bool has_place(const TimedStep& timed) { return !timed.step.file.empty() && timed.step.line != 0; }

std::optional<SourcePlace> place_in_source(const TimedStep& timed, const SourceRoot& root) {
  if (!has_place(timed)) return std::nullopt;
  return SourcePlace{root.path_of(timed.step.file), timed.step.line, timed.step.function};
}

// The step at which the violation shows, or the last one of its thread that a source has; else of any.
const TimedStep* place_of_violation(const Trace& trace) {
  const TimedStep* of_thread = nullptr;
  const TimedStep* of_any = nullptr;
  for (const auto& timed : trace.steps) {
    if (!has_place(timed)) continue;
    of_any = &timed;
    if (timed.thread == trace.violating_thread && (trace.violating == 0 || timed.number <= trace.violating))
      of_thread = &timed;
  }
  return of_thread != nullptr ? of_thread : of_any;
}

bool changes_object(Action action) {
  switch (action) {
    case Action::load:
    case Action::failed_compare_exchange:
    case Action::spurious_failure:
    case Action::read:
    case Action::failed_try_lock:
      return false;
    default:
      return true;
  }
}

// Plain memory has its size behind its name.
std::string_view name_of_object(std::string_view object) { return object.substr(0, object.find(',')); }

// What another thread did last with the same object before the violation: of a race, the access that it is with.
const TimedStep* other_access(const Trace& trace, std::string_view object, int thread) {
  if (object.empty()) return nullptr;
  // "a write of a var is unordered with a read by another thread".
  constexpr std::string_view kUnordered = " unordered with ";
  const auto at = trace.what.find(kUnordered);
  const bool is_race = trace.violation == Violation::data_race && at != std::string::npos;
  const bool other_reads = is_race && trace.what.find(" read ", at) != std::string::npos;
  const TimedStep* found = nullptr;
  for (const auto& timed : trace.steps) {
    if (trace.violating != 0 && timed.number > trace.violating) break;
    if (timed.thread == thread || name_of_object(timed.step.object) != name_of_object(object) || !has_place(timed))
      continue;
    if (!is_race || changes_object(timed.step.action) != other_reads) found = &timed;
  }
  return found;
}

// A word of a file that the machine does not change: its name.
std::string_view name_of_file(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string digest(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::array<char, 20> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

std::string text_of(const Trace& trace, const TimedStep& timed) {
  std::string text = words_of(timed.step);
  if (const auto from = origin_of(timed); !from.empty()) text += " (" + from + ")";
  if (const auto stale = staleness_of(trace, timed); !stale.empty()) text += "; " + stale;
  return text;
}

}  // namespace

void set_fingerprint(Problem& problem, std::string_view what) {
  std::string text = problem.rule + '\n' + problem.model + '\n';
  if (problem.place) {
    text += name_of_file(problem.place->file);
    text += '\n' + problem.place->function + '\n';
  }
  problem.fingerprint = digest(text.append(what));
}

Problem problem_of(const Trace& trace, std::string_view model, const SourceRoot& root) {
  Problem problem;
  problem.rule = trace.violation ? name_of(*trace.violation) : kUnexpectedVerdict;
  problem.model = model;
  const TimedStep* const violating = place_of_violation(trace);
  const auto& exact = trace.violation_place;
  auto object = exact.object;
  std::string what;
  if (violating != nullptr) {
    problem.place = place_in_source(*violating, root);
    if (object.empty()) object = violating->step.object;
    what.append(name_of(violating->step.action)).append("\n").append(violating->step.label).append("\n");
  }
  if (exact.line != 0) problem.place = {root.path_of(exact.file), exact.line, exact.function};
  what += object;
  if (const auto* other = other_access(trace, object, trace.violating_thread); other != nullptr)
    problem.related.push_back({*place_in_source(*other, root), title_of_thread(trace, other->thread) + ", step " +
                                                                   std::to_string(other->number) + ": " +
                                                                   text_of(trace, *other)});
  for (const auto& timed : trace.steps)
    problem.steps.push_back({place_in_source(timed, root), timed.thread, timed.number,
                             title_of_thread(trace, timed.thread), text_of(trace, timed), &timed == violating});
  set_fingerprint(problem, what);
  return problem;
}

}  // namespace vigil::checker
