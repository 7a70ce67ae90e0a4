#include <vigil/latch/count_latch.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

TEST(CountLatchReference, OpensWhenAllHaveCountedDown) {
  //! [example]
  std::vector<int> results(3);
  std::vector<std::thread> threads;
  {
    vigil::CountLatch<> latch(3);
    for (int number = 0; number != 3; ++number) {
      threads.emplace_back([&results, &latch, number] {
        results[static_cast<std::size_t>(number)] = number * number;
        latch.count_down();
      });
    }
    latch.wait();
  }  // The latch is destroyed, and no thread uses it any more.
  EXPECT_EQ(std::accumulate(results.begin(), results.end(), 0), 0 + 1 + 4);
  for (std::thread& thread : threads) thread.join();
  //! [example]
}
