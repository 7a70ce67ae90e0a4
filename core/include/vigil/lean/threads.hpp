#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/lean/parts.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace vigil::lean {

// The threads of the system that a lean pool has started: each in a *berth*, which whoever starts it claims first, and
// gives back if the start fails.
//
// Invariant, `berth_for_each`: no more berths are claimed than threads are counted by the pool's SyncWord, so whoever
// is told to start one finds a berth. Several may start threads at once. start is lock-free but for the system; join
// blocks.
template <class Parts>
class Threads {
  using A = typename Parts::Layer;

 public:
  // What a thread runs: with the pool, and the index of its berth.
  using Main = void (*)(void* pool, std::uint32_t index);

  constexpr Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // False if the system has no thread to give.
  [[nodiscard]] bool start(std::size_t stack_bytes, void* pool, Main main) {
    for (std::uint32_t index = 0; index != berths_.size(); ++index) {
      Berth& berth = berths_[index];
      if (berth.is_claimed.exchange(true, Parts::kOrders.claim)) continue;
      berth.begin.set({main, pool, index});
      if (berth.thread.start(stack_bytes, &Threads::run, &berth)) return true;
      berth.is_claimed.store(false, Parts::kOrders.unclaim);
      return false;
    }
    A::require(false, "ThreadPool: more threads than are counted");
    return false;
  }

  // Waits for the ends of all threads. Any number of callers, none of them one of the threads; nobody starts any more.
  void join() {
    const LockGuard lock(joining_);
    for (Berth& berth : berths_) berth.thread.join();
  }

 private:
  struct Begin {
    Main main = nullptr;
    void* pool = nullptr;
    std::uint32_t index = 0;
  };
  struct Berth {
    typename A::template atomic<bool> is_claimed{false, "is_claimed"};
    typename A::template var<Begin> begin{Begin{}, "begin"};
    typename Parts::Thread thread;
  };

  static void run(void* berth) {
    const Begin begin = static_cast<Berth*>(berth)->begin.get();
    begin.main(begin.pool, begin.index);
  }

  std::array<Berth, Parts::kMostThreads> berths_{};
  typename A::mutex joining_{"joining"};
};

}  // namespace vigil::lean
