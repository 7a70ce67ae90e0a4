#pragma once

#include <vigil/linearizability/history.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace vigil::linearizability {

// The search is that of Wing and Gong: a call may come next if all calls that must precede it have come. Most histories
// are explained at the first attempt. So only a long search remembers its dead ends, as Lowe's does: it does not try a
// failed pair of (calls done, state reached) again.

/// The specification of a sequential object. `State{}` is the initial state, unless the caller passes another.
/// `apply(state, call)` returns whether the call may return its answer in `state`, and changes `state` to the state
/// after it.
template <class Spec, class Call>
concept SequentialSpec = std::totally_ordered<typename Spec::State> &&
    requires(typename Spec::State& state, const Call& call) {
  { Spec::apply(state, call) } -> std::same_as<bool>;
};

/// What linearize() has found.
struct Linearization {
  bool exists = false;                             ///< Whether the history is linearizable.
  std::array<std::uint8_t, kMostCalls> indices{};  ///< The first `length` of them are order().
  std::size_t length = 0;                          ///< How many calls order() has.

  /// Indices into the history: an explanation, or the longest beginning of one if there is none.
  [[nodiscard]] std::span<const std::uint8_t> order() const { return {indices.data(), length}; }
};

namespace detail {

template <class Call, SequentialSpec<Call> Spec>
class LinearizationSearch {
 public:
  using State = typename Spec::State;

  explicit LinearizationSearch(std::span<const Placed<Call>> history) : history_(history) {
    if (history.size() > kMostCalls) throw std::invalid_argument("linearize: a history holds at most 64 calls");
  }

  Linearization from(const State& state) {
    best_.exists = extend(0, state);
    return best_;
  }

 private:
  static constexpr unsigned kStepsWithoutMemory = 1000;

  bool extend(Calls done, const State& state) {
    if (depth_ > best_.length) {
      best_.indices = path_;
      best_.length = depth_;
    }
    if (depth_ == history_.size()) return true;
    if (++steps_ > kStepsWithoutMemory && !visited_.emplace(done, state).second) return false;
    for (std::size_t i = 0; i != history_.size(); ++i) {
      if (contains(done, i) || (history_[i].before & ~done) != 0) continue;
      State next = state;
      if (!Spec::apply(next, history_[i].call)) continue;
      path_[depth_++] = static_cast<std::uint8_t>(i);
      if (extend(done | only(i), next)) return true;
      --depth_;
    }
    return false;
  }

  std::span<const Placed<Call>> history_;
  std::set<std::pair<Calls, State>> visited_;
  std::array<std::uint8_t, kMostCalls> path_{};
  std::size_t depth_ = 0;
  unsigned steps_ = 0;
  Linearization best_;
};

}  // namespace detail

/// Decides whether a history of several threads is linearizable, with the specification `Spec` and its state `initial`.
///
/// A history is linearizable if its calls can be put in one sequence that keeps their order, and in which each call
/// returns what a sequential object would return (Herlihy and Wing 1990). If a clock gives the order, this is the usual
/// notion. In a model the order is happens-before: a relaxed primitive need not know of a call that its caller does not
/// know of, and no thread can observe the difference.
///
/// \snippet linearizability/linearize.cpp example
/// \throws std::invalid_argument for more than kMostCalls calls.
template <class Spec, class Call>
requires SequentialSpec<Spec, Call>
[[nodiscard]] Linearization linearize(std::span<const Placed<Call>> history, const typename Spec::State& initial = {}) {
  return detail::LinearizationSearch<Call, Spec>(history).from(initial);
}
/// The same.
template <class Spec, class Call>
requires SequentialSpec<Spec, Call>
[[nodiscard]] Linearization linearize(const History<Call>& history, const typename Spec::State& initial = {}) {
  return linearize<Spec>(std::span<const Placed<Call>>(history), initial);
}

/// The history as text, and how far an explanation goes. Needs `to_string(Call)`.
template <class Call>
[[nodiscard]] std::string describe(const History<Call>& history, const Linearization& linearization) {
  std::string text = linearization.exists ? "explained by: " : "no explanation goes further than: ";
  for (const std::size_t i : linearization.order()) text += to_string(history[i].call) + "; ";
  return text + "\n" + describe(std::span<const Placed<Call>>(history));
}

}  // namespace vigil::linearizability
