#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/sleep/sleep_tables.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil {

/// What the workers of a Sleep block on, and how wakers release them. A part of Sleep, which explains the protocol.
///
/// A worker's mutex guards its flag `is_blocked`. The waker, not the sleeper, clears the flag and decrements
/// `sleeping`, in one critical section: so `waker_decrements` holds whenever the mutex is free.
///
/// \snippet sleep/sleepers.cpp example
template <LockingLayer Layer, class Counters, const SleepOrders& Orders = kSleepOrders>
class Sleepers {
 public:
  /// \pre `counters`, which counts the sleepers, outlives the object.
  Sleepers(std::size_t workers, Counters& counters) : counters_(counters), states_(workers) {}
  Sleepers(const Sleepers&) = delete;
  Sleepers& operator=(const Sleepers&) = delete;

  /// How many workers there are.
  [[nodiscard]] std::size_t workers() const { return states_.size(); }

  /// The mutex of `worker`, which holds it from before it can be counted as sleeping until it blocks.
  [[nodiscard]] typename Layer::mutex& mutex(std::size_t worker) { return states_[worker].mutex; }

  /// Blocks the calling worker, which holds its mutex, until a waker has released it.
  ///
  /// \threads The worker.
  /// \progress Blocking.
  void block(std::size_t worker) { block_until_released(states_[worker], states_[worker].is_blocked); }

  /// The same for a worker that would take no job: it is not counted, and wake_any leaves it alone.
  ///
  /// \threads The worker.
  /// \progress Blocking.
  void block_apart(std::size_t worker) { block_until_released(states_[worker], states_[worker].is_blocked_apart); }

  /// Releases up to `workers` blocked workers, lowest index first. Returns how many.
  ///
  /// \threads Any thread.
  /// \progress Blocking.
  std::size_t wake_any(std::uint64_t workers) {
    std::size_t woken = 0;
    for (std::size_t i = 0; i != states_.size() && woken < workers; ++i) woken += wake(i, false) ? 1 : 0;
    return woken;
  }

  /// Releases `worker` if it is blocked, apart or not. Returns whether it was.
  ///
  /// \threads Any thread.
  /// \progress Blocking.
  bool wake_specific(std::size_t worker) { return wake(worker, true); }

  /// The invariant of that name: `sleeping` is the number of blocked workers. Holds all mutexes for a moment. Any
  /// thread that holds none of them. Blocking.
  [[nodiscard]] bool waker_decrements() {
    for (State& state : states_) state.mutex.lock();
    const auto blocked = std::count_if(states_.begin(), states_.end(),
                                       [](const State& state) { return state.is_blocked.load(Orders.blocked); });
    const bool holds = counters_.load().sleeping() == static_cast<std::uint64_t>(blocked);
    for (State& state : states_) state.mutex.unlock();
    return holds;
  }

 private:
  // Each has a cache line of its own.
  struct alignas(kCacheLine) State {
    typename Layer::mutex mutex{"sleeper.mutex"};
    typename Layer::condition_variable condition{"sleeper.condition"};
    typename Layer::template atomic<bool> is_blocked{false, "sleeper.is_blocked"};
    typename Layer::template atomic<bool> is_blocked_apart{false, "sleeper.is_blocked_apart"};
  };
  using Flag = typename Layer::template atomic<bool>;

  void block_until_released(State& state, Flag& flag) {
    flag.store(true, Orders.blocked);
    Layer::retry([&state, &flag] {
      if (!flag.load(Orders.blocked)) return true;
      state.condition.wait(state.mutex);
      return false;
    });
  }

  bool wake(std::size_t worker, bool also_apart) {
    State& state = states_[worker];
    {
      const LockGuard lock(state.mutex);
      if (!release(state, also_apart)) return false;
    }
    // Not under the mutex: the sleeper takes it as soon as it runs, and would block a second time.
    state.condition.notify_one();
    return true;
  }

  // With the mutex held.
  bool release(State& state, bool also_apart) {
    if (state.is_blocked.load(Orders.blocked)) {
      state.is_blocked.store(false, Orders.blocked);
      counters_.sub_sleeping();
      return true;
    }
    if (!also_apart || !state.is_blocked_apart.load(Orders.blocked)) return false;
    state.is_blocked_apart.store(false, Orders.blocked);
    return true;
  }

  Counters& counters_;
  std::vector<State> states_;
};

}  // namespace vigil
