// One word that posters and threads share, on this machine. The threads poll in place of sleeping, so a task that is
// left was missed by the word.

#include <vigil/atomics/cache_line.hpp>
#include <vigil/lean/sync_word.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

constexpr std::size_t kThreads = 3;
constexpr std::size_t kPosters = 3;
constexpr std::uint32_t kTasks = 200;

// The tasks of one poster. A push is a store, so that nothing but the word's fence orders it before the word.
struct alignas(kCacheLine) Lane {
  std::atomic<std::uint32_t> pushed{0};
  std::atomic<std::uint32_t> taken{0};

  void push() { pushed.store(pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
  bool take() {
    std::uint32_t next = taken.load(std::memory_order_relaxed);
    while (next != pushed.load(std::memory_order_acquire))
      if (taken.compare_exchange_weak(next, next + 1, std::memory_order_relaxed)) return true;
    return false;
  }
  [[nodiscard]] bool is_empty() const {
    return taken.load(std::memory_order_relaxed) == pushed.load(std::memory_order_relaxed);
  }
};

class Pool {
 public:
  void post(std::size_t poster) {
    lanes_[poster].push();
    follow(word_.notify(false));
  }

  void work() {
    Searcher self{.is_idle = true};
    for (;;) {
      check_word();
      const Turn turn = word_.take_turn(self);
      if (turn == Turn::sleep) {
        std::this_thread::yield();
      } else if (turn == Turn::search) {
        drain(self);
      } else {
        if (word_.leave(self)) ++last_ones_;
        return;
      }
    }
  }

  void close() {
    if (word_.close() == Closing::at_rest && word_.closed()) ++last_ones_;
  }

  [[nodiscard]] std::string complaint() const {
    for (const Lane& lane : lanes_)
      if (lane.taken != kTasks) return "of " + std::to_string(kTasks) + " tasks " + std::to_string(lane.taken) + " ran";
    if (last_ones_ != 1) return std::to_string(last_ones_) + " were the last to leave";
    if (!is_consistent_) return "the word broke an invariant";
    if (word_.load().spawned() != 0 || word_.load().idle() != 0) return "threads are counted that have left";
    return "";
  }

 private:
  // As Throttle::found.
  void drain(Searcher& self) {
    while (take()) {
      const Searcher before = self;
      self = {};
      const bool stands_for_more = (before.is_waking || before.took_token) && !is_empty();
      if (stands_for_more || (before.is_waking && !word_.settle())) follow(word_.notify(before.is_waking));
    }
  }
  bool take() {
    for (Lane& lane : lanes_)
      if (lane.take()) return true;
    return false;
  }
  [[nodiscard]] bool is_empty() const {
    for (const Lane& lane : lanes_)
      if (!lane.is_empty()) return false;
    return true;
  }
  // An idle thread polls, so there is nothing to do for it.
  void follow(Wake wake) {
    if (wake == Wake::new_thread) is_consistent_ = false;
    check_word();
  }
  void check_word() {
    const auto word = word_.load();
    if (!word.idle_within_spawned() || !word.signal_comes_with_token() || word.spawned() > kThreads)
      is_consistent_ = false;
  }

  SyncWord<SyncWidths<>, HesitantLayer> word_{kThreads, SyncSnapshot<>(0).plus_spawned(kThreads).plus_idle(kThreads)};
  std::array<Lane, kPosters> lanes_;
  std::atomic<int> last_ones_{0};
  std::atomic<bool> is_consistent_{true};
};

TEST(SyncWord, EveryTaskOfWhichItWasNotifiedIsFoundBeforeItIsShutDown) {
  repeat_for_a_while([](unsigned round) {
    const Watchdog watchdog([] { return std::string("a word that posters and threads share"); });
    Pool pool;
    std::atomic<std::size_t> posters{kPosters};
    ThreadSet threads;
    threads.add(kThreads, [&](std::size_t) { pool.work(); });
    threads.add(kPosters, [&](std::size_t poster) {
      RandomDelays delays(round * kPosters + poster);
      for (std::uint32_t task = 0; task != kTasks; ++task) {
        pool.post(poster);
        delays.perhaps();
      }
      if (posters.fetch_sub(1, std::memory_order_acq_rel) == 1) pool.close();
    });
    threads.run();
    ASSERT_EQ(pool.complaint(), "");
  });
}

}  // namespace
}  // namespace vigil::stress
