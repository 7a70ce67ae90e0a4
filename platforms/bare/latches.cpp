// A thread that has waited for a latch sees what was written before it was set, and may destroy the latch at once.

#include "bare/rounds.hpp"

#include <vigil/latch/count_latch.hpp>
#include <vigil/latch/lock_latch.hpp>
#include <vigil/latch/once_latch.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

namespace vigil::bare::latches {
namespace {

constexpr std::size_t kHandovers = 100;

// Thread 0 waits, thread 1 sets.
template <class Latch>
void hands_over() {
  repeat_for_a_while([] {
    struct Handover {
      std::unique_ptr<Latch> latch = std::make_unique<Latch>();
      std::size_t value = 0;
    };
    std::unique_ptr<Handover[]> handovers(new Handover[kHandovers]);
    std::size_t sum = 0;
    in_threads(2, [&](std::size_t thread) {
      for (std::size_t i = 0; i != kHandovers; ++i) {
        Handover& handover = handovers[i];
        if (thread == 1) {
          Latch& latch = *handover.latch;
          handover.value = i;
          latch.set();
          continue;
        }
        handover.latch->wait();
        handover.latch.reset();
        sum += handover.value;
      }
    });
    ASSERT_EQ(sum, kHandovers * (kHandovers - 1) / 2);
  });
}

TEST(BareOnceLatch, ShowsWhatWasWrittenBefore) { hands_over<OnceLatch<>>(); }

TEST(BareLockLatch, ShowsWhatWasWrittenBefore) { hands_over<LockLatch<>>(); }

TEST(BareCountLatch, OpensWhenAllHaveCountedDown) {
  repeat_for_a_while([] {
    constexpr std::size_t kThreads = 3;
    std::size_t values[kThreads] = {};
    std::size_t sum = 0;
    auto latch = std::make_unique<CountLatch<>>(kThreads);
    in_threads(kThreads + 1, [&, shared = latch.get()](std::size_t thread) {
      if (thread != kThreads) {
        values[thread] = thread + 1;
        shared->count_down();
        return;
      }
      latch->wait();
      latch.reset();
      for (const std::size_t value : values) sum += value;
    });
    ASSERT_EQ(sum, 1U + 2 + 3);
  });
}

}  // namespace
}  // namespace vigil::bare::latches
