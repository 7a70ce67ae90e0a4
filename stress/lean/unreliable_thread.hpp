#pragma once

#include <vigil/common/posix_thread.hpp>

#include <vigil/testing/random_delays.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace vigil::stress {

using namespace lean;

using namespace testing;

// A thread of the system of which one start in so many fails, by numbers that come from the seed of the round and from
// how many starts came before. It is sometimes ahead of the caller that starts it.
class UnreliableThread : public PosixThread {
 public:
  // From now on. `failing`: one start in so many; 1: all of them; 0: none. For when no pool is there.
  static void begin_round(std::uint64_t seed, std::uint64_t failing) {
    round_seed.store(seed, std::memory_order_relaxed);
    one_in.store(failing, std::memory_order_relaxed);
    attempts.store(0, std::memory_order_relaxed);
    started.store(0, std::memory_order_relaxed);
    joined.store(0, std::memory_order_relaxed);
  }
  // The same round from now on, with another chance.
  static void fail(std::uint64_t failing) { one_in.store(failing, std::memory_order_relaxed); }
  [[nodiscard]] static std::uint64_t tried() { return attempts.load(std::memory_order_relaxed); }
  [[nodiscard]] static std::uint64_t begun() { return started.load(std::memory_order_relaxed); }
  [[nodiscard]] static std::uint64_t ended() { return joined.load(std::memory_order_relaxed); }

  [[nodiscard]] bool start(std::size_t stack_bytes, void (*main)(void*), void* argument) {
    const std::uint64_t attempt = attempts.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t chance = one_in.load(std::memory_order_relaxed);
    Random random(round_seed.load(std::memory_order_relaxed) * 1'000'003 + attempt);
    if (chance != 0 && random.one_in(chance)) return false;
    is_running_ = PosixThread::start(stack_bytes, main, argument);
    if (!is_running_) return false;
    started.fetch_add(1, std::memory_order_relaxed);
    if (random.one_in(2))
      for (std::uint64_t i = random.below(64); i != 0; --i) std::this_thread::yield();
    return true;
  }
  void join() {
    PosixThread::join();
    if (is_running_) joined.fetch_add(1, std::memory_order_relaxed);
    is_running_ = false;
  }

 private:
  static inline std::atomic<std::uint64_t> round_seed{1};
  static inline std::atomic<std::uint64_t> one_in{0};
  static inline std::atomic<std::uint64_t> attempts{0};
  static inline std::atomic<std::uint64_t> started{0};
  static inline std::atomic<std::uint64_t> joined{0};

  bool is_running_ = false;
};

}  // namespace vigil::stress
