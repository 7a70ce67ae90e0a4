#include <vigil/parallel/divide.hpp>
#include <vigil/parallel/parallel_for.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

TEST(DivideReference, BoundsThePieces) {
  //! [example]
  vigil::ThreadPool pool;
  const auto pieces = [&](vigil::Grain grain) {
    std::atomic<int> count = 0;
    vigil::parallel_for_pieces(
        pool, 1'000, [&](std::size_t, std::size_t) { ++count; }, grain);
    return count.load();
  };
  // 1,000 is halved to 500, 250, 125 and then to 62 and 63: always, on any pool.
  EXPECT_EQ(pieces(vigil::Grain::fixed(100)), 16);
  // No piece gets fewer than 333 elements, so 1,000 is halved at most once. Whether it is depends on the workers.
  EXPECT_LE(pieces(vigil::Grain::adaptive(333)), 2);
  // The default: after some loops this one is known to be small, and left whole.
  while (pieces(vigil::Grain::automatic()) != 1) {
  }
  //! [example]
}
