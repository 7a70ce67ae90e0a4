#pragma once

#include <vigil/testing/duration.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace vigil::stress {

// Round after round one waiter makes a latch, hands it to `setters` threads, waits, and frees it at once. A setter that
// accesses the latch later is a race that ThreadSanitizer reports.
template <class Latch, class Make, class Wait, class Set>
void free_when_open(std::size_t setters, Make make, Wait wait, Set set) {
  constexpr int kRounds = 100;
  testing::repeat_for_a_while([&](unsigned) {
    const testing::Watchdog watchdog([] { return std::string("a waiter of a latch"); });
    std::unique_ptr<Latch> latch;
    std::vector<int> results(setters, 0);
    int unseen = 0;
    std::barrier turn(static_cast<std::ptrdiff_t>(setters) + 1);
    testing::ThreadSet threads;
    threads.add([&] {
      for (int round = 1; round <= kRounds; ++round) {
        latch = make();
        turn.arrive_and_wait();
        wait(*latch);
        latch.reset();
        for (const int result : results) unseen += result == round ? 0 : 1;
        turn.arrive_and_wait();
      }
    });
    threads.add(setters, [&](std::size_t setter) {
      for (int round = 1; round <= kRounds; ++round) {
        turn.arrive_and_wait();
        Latch& shared = *latch;
        results[setter] = round;
        set(shared);
        turn.arrive_and_wait();
      }
    });
    threads.run();
    ASSERT_EQ(unseen, 0) << "waits that ended before the result was there";
  });
}

}  // namespace vigil::stress
