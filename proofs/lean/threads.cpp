// Are the threads of a lean pool in thread slots, one each, and is the process watched before the first one is started?

#include <vigil/lean/thread_pool.hpp>

#include "lean/tasks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

// A process that cannot be watched at first, so many times.
struct WatchedProcess {
  static inline int begins = 0;
  static inline int refusals = 0;
  static bool begin() {
    ++begins;
    return --refusals < 0;
  }
  static constexpr bool is_in_child() { return false; }
  static constexpr bool is_exiting() { return false; }
};

template <class Layer>
struct TwoThreads : lean::PoolParts<Layer> {
  using Process = WatchedProcess;
  static constexpr std::uint32_t kMostThreads = 2;
};

class ThreadsProofs : public ::testing::Test {
 protected:
  ThreadsProofs() { WatchedProcess::begins = WatchedProcess::refusals = 0; }

  template <class Threads>
  bool start(Threads& threads) {
    return threads.start(0, &runs, [](void* runs_of_test, std::uint32_t index) {
      static_cast<std::atomic<unsigned>*>(runs_of_test)->fetch_add(index == 0 ? 1U : 10U);
    });
  }

  std::atomic<unsigned> runs = 0;
};

TEST_F(ThreadsProofs, WatchTheProcessOnceBeforeTheFirstIsStarted) {
  lean::Threads<TwoThreads<RequiringAtomics>> threads;
  EXPECT_EQ(WatchedProcess::begins, 0);
  EXPECT_TRUE(start(threads));
  EXPECT_EQ(WatchedProcess::begins, 1);
  EXPECT_TRUE(start(threads));
  EXPECT_EQ(WatchedProcess::begins, 1);
  threads.join();
  EXPECT_EQ(runs, 11U) << "each once, with an index of its own";
}

TEST_F(ThreadsProofs, AreNotStartedInAProcessThatCannotBeWatched) {
  lean::Threads<TwoThreads<RequiringAtomics>> threads;
  WatchedProcess::refusals = 1;
  EXPECT_FALSE(start(threads));
  EXPECT_TRUE(threads.thread_slot_for_each(0)) << "the slot is given back";
  EXPECT_TRUE(start(threads)) << "later it can be";
  threads.join();
  EXPECT_EQ(runs, 1U) << "in the first slot";
}

TEST_F(ThreadsProofs, HaveAsManySlotsClaimedAsThereAreThreads) {
  lean::Threads<TwoThreads<RequiringAtomics>> threads;
  for (std::uint32_t started = 0; started != 3; ++started) {
    if (started != 0) {
      EXPECT_TRUE(start(threads));
      EXPECT_FALSE(threads.thread_slot_for_each(started - 1));
    }
    EXPECT_TRUE(threads.thread_slot_for_each(started));
    EXPECT_TRUE(threads.thread_slot_for_each(started + 1));
  }
  EXPECT_THROW(static_cast<void>(start(threads)), std::logic_error) << "a third one";
  threads.join();
}

// As in a release build, where a broken precondition goes unnoticed.
struct ForgivingAtomics : StdAtomics {
  static void require(bool, const char*) {}
};

TEST_F(ThreadsProofs, AreNotStartedWithoutASlot) {
  lean::Threads<TwoThreads<ForgivingAtomics>> threads;
  EXPECT_TRUE(start(threads));
  EXPECT_TRUE(start(threads));
  EXPECT_FALSE(start(threads));
  threads.join();
  EXPECT_EQ(runs, 11U);
}

}  // namespace
}  // namespace vigil::lean_proofs
