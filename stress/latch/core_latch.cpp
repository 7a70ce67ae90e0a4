// Does the owner of a latch ever miss that it is set, and sleep on, on this machine?

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

constexpr int kWaits = 50;

// One owner waits again and again, through Sleep; `setters` compete to set the latch each time.
class Waits {
 public:
  Waits(std::size_t setters, std::uint64_t seed) : setters_(setters), seed_(seed), turn_(barrier_size(setters)) {}

  void run() {
    const Watchdog watchdog([this] { return "the latch is " + std::string(to_string(latch_.state())); });
    ThreadSet threads;
    threads.add([this] { own(); });
    threads.add(setters_, [this](std::size_t setter) { set(setter); });
    threads.run();
    EXPECT_EQ(unseen_results_, 0) << "waits that ended before the result was there, seed " << seed_;
    EXPECT_LE(wakes_.load(), kWaits) << "more setters had to wake the owner than it waited times";
  }

 private:
  static std::ptrdiff_t barrier_size(std::size_t setters) { return static_cast<std::ptrdiff_t>(setters) + 1; }

  void own() {
    RandomDelays delays(seed_);
    for (int wait = 0; wait != kWaits; ++wait) {
      turn_.arrive_and_wait();
      delays.perhaps();
      IdleState idle = sleep_.start_looking(0);
      while (!latch_.probe()) sleep_.no_work_found(idle, latch_, [] { return false; });
      sleep_.work_found([] { return false; });
      unseen_results_ += result_ == wait + 1 ? 0 : 1;
      turn_.arrive_and_wait();
      latch_.reset();
    }
  }

  void set(std::size_t setter) {
    RandomDelays delays(seed_ * 41 + setter);
    for (int wait = 0; wait != kWaits; ++wait) {
      // The first setter's result is what the owner waits for, so the others wait for it.
      if (setter == 0) result_ = wait + 1;
      turn_.arrive_and_wait();
      delays.perhaps();
      if (latch_.set()) {
        wakes_.fetch_add(1, std::memory_order_relaxed);
        sleep_.notify_latch_set(0);
      }
      turn_.arrive_and_wait();
    }
  }

  const std::size_t setters_;
  const std::uint64_t seed_;
  std::barrier<> turn_;
  Sleep<Layer, AtomicCounters<Layer>> sleep_{1, {.until_sleepy = 0, .until_sleeping = 1}};
  CoreLatch<Layer> latch_;
  int result_ = 0;
  int unseen_results_ = 0;
  std::atomic<int> wakes_{0};
};

TEST(CoreLatch, OwnerNeverSleepsOnALatchThatIsSet) {
  repeat_for_a_while([](unsigned number) { Waits(1, number + 1).run(); });
}

TEST(CoreLatch, OwnerIsWokenByOneOfManySetters) {
  repeat_for_a_while([](unsigned number) { Waits(4, number + 1).run(); });
}

// No barrier between setter and owner: what the latch itself publishes is all that ThreadSanitizer sees.
TEST(CoreLatch, OwnerSeesWhatTheSetterDidBefore) {
  repeat_for_a_while([](unsigned number) {
    constexpr std::size_t kLatches = 200;
    struct Stolen {
      CoreLatch<Layer> latch;
      std::uint64_t result = 0;
    };
    std::vector<Stolen> jobs(kLatches);
    Sleep<Layer, AtomicCounters<Layer>> sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
    const Watchdog watchdog([&] { return "sleeping " + std::to_string(sleep.counters().load().sleeping()); });
    std::uint64_t wrong = 0;
    ThreadSet threads;
    threads.add([&] {
      for (std::size_t i = 0; i != kLatches; ++i) {
        IdleState idle = sleep.start_looking(0);
        while (!jobs[i].latch.probe()) sleep.no_work_found(idle, jobs[i].latch, [] { return false; });
        sleep.work_found([] { return false; });
        wrong += jobs[i].result == i + 1 ? 0 : 1;
      }
    });
    threads.add([&] {
      RandomDelays delays(number + 1);
      for (std::size_t i = 0; i != kLatches; ++i) {
        jobs[i].result = i + 1;
        sleep.set_latch(jobs[i].latch, 0);
        delays.perhaps();
      }
    });
    threads.run();
    ASSERT_EQ(wrong, 0u) << "waits that ended before the result was there";
    ASSERT_EQ(sleep.counters().load().sleeping(), 0u);
  });
}

}  // namespace
}  // namespace vigil::stress
