// Do the loops call their functions once for each position, and reduce in order?

#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/parallel_invoke.hpp>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/sync_ptr.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace vigil {
namespace {

using PoolWorker = ThreadPool::Worker;

class Loops : public ::testing::Test {
 protected:
  ThreadPool pool{{.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 1}};
};

Grain any_grain() {
  const auto size = *rc::gen::inRange<std::size_t>(0, 20);
  return *rc::gen::arbitrary<bool>() ? Grain::fixed(size) : Grain::adaptive(size);
}

TEST_F(Loops, CallTheBodyOnceForEachNumber) {
  EXPECT_TRUE(rc::check([this](std::int8_t first, std::int8_t last) {
    std::vector<int> calls(256);
    parallel_for(
        pool, first, last, [&](std::int8_t i) { ++calls[static_cast<std::size_t>(i + 128)]; }, any_grain());
    for (int i = -128; i != 128; ++i)
      RC_ASSERT(calls[static_cast<std::size_t>(i + 128)] == (i >= first && i < last ? 1 : 0));
  }));
}

TEST_F(Loops, ReachBothEndsOfAType) {
  std::atomic<int> calls{0};
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  parallel_for(pool, kMost - 10, kMost, [&](std::int64_t i) { calls += i >= kMost - 10 ? 1 : 0; });
  EXPECT_EQ(calls.load(), 10);
}

TEST_F(Loops, GiveTheWorkerToABodyThatTakesIt) {
  std::atomic<int> inner{0};
  parallel_for(pool, 10, [&](PoolWorker& worker, int) {
    EXPECT_EQ(&worker, PoolWorker::current());
    parallel_for(worker, 10, [&](int) { inner.fetch_add(1, std::memory_order_relaxed); });
  });
  EXPECT_EQ(inner.load(), 100);
}

TEST_F(Loops, DivideIntoPiecesThatAreNotLargerThanFixedNorSmallerThanAdaptive) {
  EXPECT_TRUE(rc::check([this] {
    const auto size = *rc::gen::inRange<std::size_t>(1, 500);
    const auto grain = any_grain();
    std::vector<int> covered(size);
    std::atomic<bool> fits{true};
    const auto count = [&](std::size_t first, std::size_t last) {
      const bool right = grain.is_fixed() ? last - first <= grain.size() : last - first >= std::min(size, grain.size());
      if (!right || first >= last) fits = false;
      for (; first != last; ++first) ++covered[first];
    };
    parallel_for_pieces(pool, size, count, grain);
    RC_ASSERT(fits.load());
    RC_ASSERT(covered == std::vector<int>(size, 1));
  }));
}

TEST_F(Loops, ReduceInOrderWithInitOnceOnTheLeft) {
  EXPECT_TRUE(rc::check([this](std::uint8_t size) {
    std::string due = "<";
    for (std::size_t i = 0; i != size; ++i) due += std::to_string(i);
    RC_ASSERT(parallel_reduce(
                  pool, size, std::string("<"), std::plus(), [](std::size_t i) { return std::to_string(i); },
                  any_grain()) == due);
  }));
}

TEST_F(Loops, ReduceWhatOnlyMoves) {
  using Box = std::unique_ptr<int>;
  const auto sum = parallel_reduce(
      pool, 100, std::make_unique<int>(0), [](Box a, Box b) { return std::make_unique<int>(*a + *b); },
      [](std::size_t i) { return std::make_unique<int>(static_cast<int>(i)); });
  EXPECT_EQ(*sum, 4'950);
}

TEST_F(Loops, PassOnWhatTheLeftmostPieceThrows) {
  for (int round = 0; round != 50; ++round) {
    std::string caught;
    try {
      parallel_for(pool, 100, [](int i) { throw std::runtime_error(std::to_string(i)); });
    } catch (const std::runtime_error& error) {
      caught = error.what();
    }
    EXPECT_EQ(caught, "0");
  }
}

TEST_F(Loops, RunOnAStoppedPoolIsRefused) {
  pool.stop();
  EXPECT_THROW(parallel_for(pool, 10, [](int) {}), PoolStopped);
}

TEST_F(Loops, WithNothingToDoNeedNoPool) {
  pool.stop();
  int calls = 0;
  EXPECT_NO_THROW(parallel_for(pool, 7, 7, [&](int) { ++calls; }));
  EXPECT_NO_THROW(parallel_for(pool, 7, 6, [&](int) { ++calls; }));
  EXPECT_NO_THROW(parallel_for_pieces(pool, 0, [&](std::size_t, std::size_t) { ++calls; }));
  EXPECT_EQ(parallel_reduce(pool, 0, 7, std::plus(), [&](std::size_t) { return ++calls; }), 7);
  EXPECT_EQ(calls, 0);
}

TEST_F(Loops, OfOnePositionMakeOneCall) {
  int calls = 0;
  parallel_for(pool, 1, [&](int) { ++calls; });
  parallel_for_pieces(pool, 1, [&](std::size_t, std::size_t) { ++calls; });
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(parallel_reduce(pool, 1, 7, std::plus(), [](std::size_t) { return 1; }), 8);
}

TEST_F(Loops, InvokeAllAndReturnTheResultsInOrder) {
  EXPECT_EQ(parallel_invoke(pool, [] { return 1; }), std::tuple(1));
  EXPECT_EQ(parallel_invoke(
                pool, [] { return 1; }, [] { return std::string("two"); }, [] {}),
            std::tuple(1, std::string("two"), Nothing()));
}

TEST_F(Loops, NameTheResultsOfFunctionsByTheMembersOfAStruct) {
  struct Named {
    std::unique_ptr<int> moved;
    std::string text;
    Nothing none;
    int number;
  };
  const auto check = [](const Named& named) {
    EXPECT_EQ(*named.moved, 1);
    EXPECT_EQ(named.text, "two");
    EXPECT_EQ(named.number, 4);
  };
  const auto one = [] { return std::make_unique<int>(1); };
  const auto two = [] { return std::string("two"); };
  check(parallel_invoke<Named>(
      pool, one, two, [] {}, [] { return 4; }));
  check(pool.call([&](PoolWorker& worker) {
    return parallel_invoke<Named>(
        worker, one, two, [] {}, [](PoolWorker&) { return 4; });
  }));
  struct Alone {
    int number;
  };
  EXPECT_EQ(parallel_invoke<Alone>(pool, [] { return 7; }).number, 7);
}

TEST_F(Loops, ThrowWhatTheLeftmostFunctionOfAStructHasThrown) {
  struct Named {
    int first, second, third;
  };
  std::atomic<bool> third_ran{false};
  const auto call = [&] {
    return parallel_invoke<Named>(
        pool, [] { return 1; }, []() -> int { throw std::runtime_error("second"); },
        [&]() -> int {
          third_ran = true;
          throw std::runtime_error("third");
        });
  };
  try {
    (void)call();
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "second");
  }
  EXPECT_TRUE(third_ran.load());
}

TEST_F(Loops, WriteThroughASyncPtrEachToItsPlace) {
  std::vector<int> values(1'000);
  const SyncPtr out(values);
  parallel_for(pool, values.size(), [=](std::size_t i) { out.write(i, static_cast<int>(i)); });
  for (std::size_t i = 0; i != values.size(); ++i) ASSERT_EQ(values[i], static_cast<int>(i));
  parallel_for(pool, std::size_t{10}, [=](std::size_t i) {
    for (int& place : out.from(100 * i, 100).slice(50, 50)) place = -1;
  });
  for (std::size_t i = 0; i != values.size(); ++i) ASSERT_EQ(values[i] == -1, i % 100 >= 50);
}

TEST(SyncPtr, ConstructsInMemoryThatIsNotInitialised) {
  std::vector<int> storage(2, 7);
  SyncPtr<int>(std::span(storage)).construct(1, 9);
  EXPECT_EQ(storage, (std::vector<int>{7, 9}));
}

TEST(SyncPtr, HasSlicesUpToItsEnd) {
  std::vector<int> values{0, 1, 2, 3};
  const SyncPtr out(values);
  EXPECT_EQ(out.size(), 4U);
  EXPECT_EQ(out.slice(1, 3).data(), &values[1]);
  EXPECT_EQ(out.slice(1, 3).size(), 3U);
  EXPECT_TRUE(out.slice(4, 0).empty());
  EXPECT_EQ(out.from(1, 2).size(), 2U);
  EXPECT_EQ(out.from(1, 2)[1], 2);
}

#ifndef NDEBUG
TEST(SyncPtrDeathTest, RefusesPlacesOutside) {
  std::vector<int> values(10);
  const SyncPtr out(values);
  EXPECT_DEATH(out.write(10, 1), "condition");
  EXPECT_DEATH((void)out.slice(5, 6), "condition");
  EXPECT_DEATH((void)out.slice(11, 0), "condition");
  EXPECT_DEATH((void)out.slice(6, std::numeric_limits<std::size_t>::max()), "condition");
}
#endif

}  // namespace
}  // namespace vigil
