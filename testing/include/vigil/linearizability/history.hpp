#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::linearizability {

/// How many calls a history may have.
inline constexpr std::size_t kMostCalls = 64;
/// In place of a thread: before the threads and after them.
inline constexpr unsigned kOutside = ~0U;

/// Calls of a history, one bit for each, by index.
using Calls = std::uint64_t;

/// Whether the set has the call of that index.
[[nodiscard]] constexpr bool contains(Calls calls, std::size_t index) { return (calls >> index & 1) != 0; }
/// The set of one call.
[[nodiscard]] constexpr Calls only(std::size_t index) { return Calls{1} << index; }

/// A call with its answer, its thread, and the calls that had ended when it began.
template <class Call>
struct Placed {
  Call call;            ///< What was called, and the answer.
  unsigned thread = 0;  ///< By which thread, or kOutside.
  Calls before = 0;     ///< The calls of the history that come before it.
};

/// The calls of several threads on an object, with their results.
///
/// A history is a set of calls with a partial order: a call comes before another if it had ended when the other began.
/// The recorder determines the order. A recorder of real threads reads a clock that they share: ClockedRecorder. A
/// recorder in a model uses happens-before: models::Recorder. linearize() works on both.
///
/// \snippet linearizability/history.cpp example
template <class Call>
using History = std::vector<Placed<Call>>;

/// A call and the ticks of a common clock between which it ran.
template <class Call>
struct TimedCall {
  Call call;                ///< What was called, and the answer.
  unsigned thread = 0;      ///< By which thread.
  std::uint64_t began = 0;  ///< The tick at its begin.
  std::uint64_t ended = 0;  ///< The tick at its end.
};

/// The history of timed calls, in the order in which they began.
///
/// \throws std::invalid_argument for more than kMostCalls calls, or for a call that ends before it began.
template <class Call>
[[nodiscard]] History<Call> history_of(std::vector<TimedCall<Call>> calls) {
  if (calls.size() > kMostCalls) throw std::invalid_argument("history_of: a history holds at most 64 calls");
  std::sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.began < b.began; });
  History<Call> history;
  for (const auto& timed : calls) {
    if (timed.began >= timed.ended) throw std::invalid_argument("history_of: a call must end after it began");
    Calls before = 0;
    for (std::size_t i = 0; i != calls.size(); ++i) {
      if (calls[i].ended < timed.began) before |= only(i);
    }
    history.push_back({timed.call, timed.thread, before});
  }
  return history;
}

/// Whether neither of two calls comes before the other.
template <class Call>
[[nodiscard]] bool overlap(std::span<const Placed<Call>> history, std::size_t a, std::size_t b) {
  return a != b && !contains(history[a].before, b) && !contains(history[b].before, a);
}

/// The number of calls that overlap another call. If there are none, the test has not tested concurrency.
template <class Call>
[[nodiscard]] std::size_t calls_that_overlap(std::span<const Placed<Call>> history) {
  std::size_t count = 0;
  for (std::size_t a = 0; a != history.size(); ++a) {
    std::size_t b = 0;
    while (b != history.size() && !overlap(history, a, b)) ++b;
    count += b != history.size();
  }
  return count;
}

/// "thread 1", or "outside".
[[nodiscard]] inline std::string name_of_thread(unsigned thread) {
  return thread == kOutside ? "outside" : "thread " + std::to_string(thread);
}

/// The history as text: each call, and the calls of other threads that it came after. Needs `to_string(Call)`.
template <class Call>
[[nodiscard]] std::string describe(std::span<const Placed<Call>> history) {
  std::string text;
  for (std::size_t i = 0; i != history.size(); ++i) {
    text += "  [" + std::to_string(i) + "] " + name_of_thread(history[i].thread) + ": " + to_string(history[i].call);
    std::string after;
    for (std::size_t other = 0; other != history.size(); ++other) {
      if (!contains(history[i].before, other) || history[other].thread == history[i].thread) continue;
      after += (after.empty() ? ", after " : " ") + std::to_string(other);
    }
    text += after + "\n";
  }
  return text;
}

/// The calls of each thread on one line, for short messages.
template <class Call>
[[nodiscard]] std::string in_short(std::span<const Placed<Call>> history) {
  unsigned last = 0;
  for (const auto& placed : history) last = std::max(last, placed.thread + 1);
  std::string text;
  // Starts from kOutside, whose successor is 0.
  for (unsigned next = 0; next <= last; ++next) {
    std::string calls;
    for (const auto& placed : history) {
      if (placed.thread + 1 == next) calls += (calls.empty() ? ": " : ", ") + to_string(placed.call);
    }
    if (!calls.empty()) text += (text.empty() ? "" : "; ") + name_of_thread(next - 1) + calls;
  }
  return text;
}

}  // namespace vigil::linearizability
