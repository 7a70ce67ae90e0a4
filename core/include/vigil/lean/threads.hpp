#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/lean/parts.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace vigil::lean {

// The threads of the system that a lean pool has started. Each is in a *thread slot*. The caller that starts a thread
// claims a free slot first, and gives it back if the start fails. Several callers may start threads at once.
//
// Invariant, `thread_slot_for_each`: no more slots are claimed than the pool's SyncWord counts threads. So a caller
// that has to start a thread, which the word counts already, finds a free slot.

/// The threads of the system that a lean pool has started.
template <class Parts>
class Threads {
  using Layer = typename Parts::Layer;

 public:
  /// What a thread runs: with the pool, and the index of its thread slot.
  using Main = void (*)(void* pool, std::uint32_t index);

  /// No thread.
  constexpr Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Starts a thread. False if the system has none to give.
  ///
  /// \threads   Any thread.
  /// \progress  Lock-free, but for the system.
  /// \pre       The pool counts the thread already.
  [[nodiscard]] bool start(std::size_t stack_bytes, void* pool, Main main) {
    for (std::uint32_t index = 0; index != slots_.size(); ++index) {
      Slot& slot = slots_[index];
      if (slot.is_claimed.exchange(true, Parts::kOrders.claim)) continue;
      // The caller that has claimed the first slot is alone here.
      if (index == 0 && !process_.begin()) return give_back(slot);
      slot.begin.set({main, pool, index});
      return slot.thread.start(stack_bytes, &Threads::run, &slot) || give_back(slot);
    }
    Layer::require(false, "ThreadPool: more threads than are counted");
    return false;
  }

  /// Waits for the ends of all threads.
  ///
  /// \threads   Any number of threads, none of them one of these.
  /// \progress  Blocking.
  /// \pre       No thread is started any more.
  void join() {
    const LockGuard lock(joining_);
    for (Slot& slot : slots_) slot.thread.join();
  }

  /// Whether this process is a child that was forked after the first thread was started: it has none of them. Any
  /// thread.
  [[nodiscard]] bool are_of_parent() const { return process_.is_in_child(); }

  /// Whether `std::exit` has been called after that. The thread that called it.
  [[nodiscard]] bool are_in_exit() const { return process_.is_exiting(); }

  /// The invariant, for models: whether at most `counted` slots are claimed.
  [[nodiscard]] bool thread_slot_for_each(std::uint32_t counted) const {
    std::uint32_t claimed = 0;
    for (const Slot& slot : slots_)
      if (slot.is_claimed.load(Parts::kOrders.claim)) ++claimed;
    return claimed <= counted;
  }

 private:
  struct Begin {
    Main main;
    void* pool;
    std::uint32_t index;
  };
  struct Slot {
    typename Layer::template atomic<bool> is_claimed{false, "is_claimed"};
    typename Layer::template var<Begin> begin{Begin{}, "begin"};
    typename Parts::Thread thread;
  };

  static bool give_back(Slot& slot) {
    slot.is_claimed.store(false, Parts::kOrders.unclaim);
    return false;
  }

  static void run(void* slot) {
    const Begin begin = static_cast<Slot*>(slot)->begin.get();
    begin.main(begin.pool, begin.index);
  }

  std::array<Slot, Parts::kMostThreads> slots_{};
  typename Layer::mutex joining_{"joining"};
  typename Parts::Process process_;
};

}  // namespace vigil::lean
