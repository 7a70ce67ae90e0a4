#include <vigil/atomics/cache_line.hpp>

#include <gtest/gtest.h>

#include <atomic>

TEST(CacheLineReference, KeepsTwoCountersApart) {
  //! [example]
  struct Counters {
    // Written by one thread each: neither write slows the other thread.
    alignas(vigil::kCacheLine) std::atomic<unsigned> produced = 0;
    alignas(vigil::kCacheLine) std::atomic<unsigned> consumed = 0;
  };
  static_assert(sizeof(Counters) == 2 * vigil::kCacheLine);
  //! [example]
  EXPECT_EQ(Counters().produced, 0U);
}
