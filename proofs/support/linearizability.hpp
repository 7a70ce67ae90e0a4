#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace vigil::proofs {

// Decides whether what several threads saw can be explained by one thread doing the same calls one after the other.
//
// A history is a set of calls, each with what it returned and the interval in which it ran. It is linearizable if every
// call can be given an instant inside its interval such that, taken in the order of these instants, each call returns
// what a sequential container would return (Herlihy and Wing 1990).
//
// The search is that of Wing and Gong, with Lowe's memory of dead ends: a call may come next if no other call that is
// still waiting had returned before it began; a pair of (calls done, state reached) that led nowhere is not tried
// again.

// One call: what was asked and answered, by whom, and the ticks between which it ran.
template <class Call>
struct TimedCall {
  Call call;
  unsigned thread = 0;
  std::uint64_t began = 0;
  std::uint64_t ended = 0;
};

template <class Call>
using History = std::vector<TimedCall<Call>>;

// A sequential container, as a judge: `State{}` is the initial state unless the caller gives another, and
// `apply(state, call)` says whether the call could have returned what it did in `state`, and makes `state` the one
// after it.
template <class Spec, class Call>
concept SequentialSpec = std::totally_ordered<typename Spec::State> &&
    requires(typename Spec::State& state, const Call& call) {
  { Spec::apply(state, call) } -> std::same_as<bool>;
};

struct Linearization {
  bool exists = false;
  // Indices into the history: an explanation, or, if there is none, the longest beginning of one.
  std::vector<std::size_t> order;
};

namespace detail {

template <class Call, SequentialSpec<Call> Spec>
class LinearizationSearch {
 public:
  using State = typename Spec::State;

  explicit LinearizationSearch(const History<Call>& history) : history_(history) {
    if (history.size() > kMostCalls) throw std::invalid_argument("linearize: a history holds at most 64 calls");
    if (std::any_of(history.begin(), history.end(), [](const auto& timed) { return timed.began >= timed.ended; })) {
      throw std::invalid_argument("linearize: a call must end after it began");
    }
  }

  Linearization from(State state) {
    result_.exists = extend(0, std::move(state));
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kMostCalls = 64;
  using Calls = std::uint64_t;

  bool extend(Calls done, State state) {
    if (path_.size() > result_.order.size()) result_.order = path_;
    if (path_.size() == history_.size()) return true;
    if (!visited_.emplace(done, state).second) return false;
    const std::uint64_t first_end = earliest_end(done);
    for (std::size_t i = 0; i != history_.size(); ++i) {
      if (contains(done, i) || history_[i].began > first_end) continue;
      State next = state;
      if (!Spec::apply(next, history_[i].call)) continue;
      path_.push_back(i);
      if (extend(done | Calls{1} << i, std::move(next))) return true;
      path_.pop_back();
    }
    return false;
  }

  std::uint64_t earliest_end(Calls done) const {
    std::uint64_t earliest = UINT64_MAX;
    for (std::size_t i = 0; i != history_.size(); ++i) {
      if (!contains(done, i)) earliest = std::min(earliest, history_[i].ended);
    }
    return earliest;
  }

  static bool contains(Calls calls, std::size_t index) { return (calls >> index & 1) != 0; }

  const History<Call>& history_;
  std::set<std::pair<Calls, State>> visited_;
  std::vector<std::size_t> path_;
  Linearization result_;
};

}  // namespace detail

// Looks for an explanation of `history` from `initial`. Throws std::invalid_argument for more than 64 calls, or a call
// that ends before it began.
template <class Spec, class Call>
requires SequentialSpec<Spec, Call> Linearization linearize(const History<Call>& history,
                                                            typename Spec::State initial = {}) {
  return detail::LinearizationSearch<Call, Spec>(history).from(std::move(initial));
}

// The history as text, in the order in which calls began, and how far an explanation goes. Needs `to_string(Call)`.
template <class Call>
std::string describe(History<Call> history, const Linearization& linearization) {
  std::string text;
  for (const std::size_t i : linearization.order) text += to_string(history[i].call) + "; ";
  text = (linearization.exists ? "explained by: " : "no explanation goes further than: ") + text + "\n";
  std::sort(history.begin(), history.end(), [](const auto& a, const auto& b) { return a.began < b.began; });
  for (const auto& timed : history) {
    text += "  [" + std::to_string(timed.began) + ", " + std::to_string(timed.ended) + "] thread " +
            std::to_string(timed.thread) + ": " + to_string(timed.call) + "\n";
  }
  return text;
}

}  // namespace vigil::proofs
