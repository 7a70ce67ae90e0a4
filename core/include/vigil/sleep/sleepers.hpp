#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil {

// What the workers of a Sleep block on, and how they are released. The account of the protocol, its orders and its
// choices are Sleep's (vigil/sleep/sleep.hpp).
template <AtomicsLayer A, class Counters, const auto& Orders, const auto& Protocol>
class Sleepers {
 public:
  // `counters` counts those who sleep, and outlives the object.
  Sleepers(std::size_t workers, Counters& counters) : counters_(counters), states_(workers) {}
  Sleepers(const Sleepers&) = delete;
  Sleepers& operator=(const Sleepers&) = delete;

  [[nodiscard]] std::size_t workers() const { return states_.size(); }

  // Its worker holds it from before it can be counted as sleeping until it blocks.
  [[nodiscard]] typename A::mutex& mutex(std::size_t worker) { return states_[worker].mutex; }

  // The calling worker, which holds its mutex, is blocked until somebody has released it.
  void block(std::size_t worker) {
    State& state = states_[worker];
    if (Protocol.wake_under_mutex) {
      state.is_blocked.store(true, Orders.blocked);
      A::retry([&state] {
        if (!state.is_blocked.load(Orders.blocked)) return true;
        state.condition.wait(state.mutex);
        return false;
      });
      if (!Protocol.waker_alone_decrements) counters_.sub_sleeping();
    } else {
      state.condition.wait(state.mutex);
      counters_.sub_sleeping();
    }
  }

  // Releases up to `workers` blocked ones, lowest index first. Returns how many.
  std::size_t wake_any(std::uint64_t workers) {
    std::size_t woken = 0;
    for (std::size_t i = 0; i != states_.size() && woken < workers; ++i) woken += wake_specific(i) ? 1 : 0;
    return woken;
  }

  // Releases `worker` if it is blocked. True if it was.
  bool wake_specific(std::size_t worker) {
    State& state = states_[worker];
    if (!Protocol.wake_under_mutex) {
      state.condition.notify_one();
      return true;
    }
    if (!Protocol.lock_before_looking && !state.is_blocked.load(Orders.blocked)) return false;
    {
      const LockGuard lock(state.mutex);
      if (!state.is_blocked.load(Orders.blocked)) return false;
      state.is_blocked.store(false, Orders.blocked);
      if (Protocol.count_the_released) counters_.sub_sleeping();
    }
    // Not under the mutex, which the sleeper takes as soon as it runs: it would block a second time.
    if (Protocol.notify_the_released) state.condition.notify_one();
    return true;
  }

  // The invariant of that name. Holds all mutexes for a moment.
  [[nodiscard]] bool waker_decrements() {
    for (State& state : states_) state.mutex.lock();
    const auto blocked = std::count_if(states_.begin(), states_.end(),
                                       [](const State& state) { return state.is_blocked.load(Orders.blocked); });
    const bool holds = counters_.load().sleeping() == static_cast<std::uint64_t>(blocked);
    for (State& state : states_) state.mutex.unlock();
    return holds;
  }

 private:
  // Each has a cache line to itself.
  struct alignas(kCacheLine) State {
    typename A::mutex mutex;
    typename A::condition_variable condition;
    typename A::template atomic<bool> is_blocked{false};
  };

  Counters& counters_;
  std::vector<State> states_;
};

}  // namespace vigil
