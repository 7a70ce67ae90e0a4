// Does a bulk operation make each call once, on its pool, and end as P2300 requires when calls throw or a stop comes?

#include <vigil/execution/execution.hpp>
#include <vigil/lean/scheduler.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil::bulk_proofs {

namespace ex = vigil::execution;

template <class Sender>
constexpr bool kKnowsItsScheduler = ex::has_completion_scheduler<Sender>;
using Scheduled = decltype(ex::schedule(std::declval<PoolScheduler<DefaultParts>>()));
static_assert(kKnowsItsScheduler<Scheduled> && !kKnowsItsScheduler<decltype(ex::just())>);
static_assert(kKnowsItsScheduler<decltype(std::declval<Scheduled>() | ex::then([] {}) | ex::bulk(1, [](int) {}))>);
static_assert(!kKnowsItsScheduler<decltype(ex::just() | ex::bulk(1, [](int) {}))>);

// How often each number was called.
class Calls {
 public:
  explicit Calls(std::size_t size) : counts_(size) {}
  void add(std::size_t number) { ++counts_.at(number); }
  [[nodiscard]] bool are_all(int due) const {
    return std::all_of(counts_.begin(), counts_.end(), [&](const std::atomic<int>& count) { return count == due; });
  }
  [[nodiscard]] bool are_at_most(int due) const {
    return std::all_of(counts_.begin(), counts_.end(), [&](const std::atomic<int>& count) { return count <= due; });
  }
  [[nodiscard]] int sum() const {
    int sum = 0;
    for (const std::atomic<int>& count : counts_) sum += count;
    return sum;
  }

 private:
  std::vector<std::atomic<int>> counts_;
};

TEST(Bulk, OnNoPoolIsSequential) {
  std::vector<int> called;
  EXPECT_EQ(ex::sync_wait(ex::just() | ex::bulk(1000, [&](int i) { called.push_back(i); })), std::tuple());
  ASSERT_EQ(called.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(called.begin(), called.end()));
}

TEST(Bulk, IsTheSameWithItsSenderInFrontOrAsItsFirstArgument) {
  int calls = 0;
  EXPECT_EQ(ex::sync_wait(ex::bulk(ex::just(7), 5, [&](int, int seven) { calls += seven; })), std::tuple(7));
  EXPECT_EQ(calls, 35);
}

TEST(Bulk, PassesValuesToEachCallAndOn) {
  const auto doubles = ex::just(std::vector<int>{1, 2, 3}, 2) |
                       ex::bulk(3U, [](unsigned i, std::vector<int>& numbers, int by) { numbers[i] *= by; });
  EXPECT_EQ(ex::sync_wait(doubles), std::tuple(std::vector<int>{2, 4, 6}, 2));
}

TEST(Bulk, OfNoneOrFewerMakesNoCall) {
  ThreadPool pool({.workers = 2});
  const auto fails = [](auto) { ADD_FAILURE() << "called"; };
  for (const int shape : {0, -1, std::numeric_limits<int>::min()}) {
    EXPECT_EQ(ex::sync_wait(ex::just(7) | ex::bulk(shape, [](int, int) { ADD_FAILURE() << "called"; })), std::tuple(7));
    EXPECT_EQ(ex::sync_wait(ex::schedule(scheduler_of(pool)) | ex::bulk(shape, fails)), std::tuple());
  }
}

TEST(Bulk, OnNoPoolStopsBetweenPieces) {
  ex::stop_source source;
  int calls = 0;
  const auto stops = ex::just() | ex::bulk(100'000, [&](int i) {
                       ++calls;
                       if (i == 5) source.request_stop();
                     });
  EXPECT_EQ(ex::sync_wait(stops, source.get_token()), std::nullopt);
  EXPECT_LT(calls, 100'000);
}

TEST(Bulk, OnNoPoolPassesTheExceptionOn) {
  int calls = 0;
  const auto throws = ex::just() | ex::bulk(100'000, [&](int i) {
                        ++calls;
                        if (i == 5) throw std::out_of_range("here");
                      });
  EXPECT_THROW(ex::sync_wait(throws), std::out_of_range);
  EXPECT_EQ(calls, 6);
}

RC_GTEST_PROP(Pieces, AreAllPositionsInOrder, (std::uint32_t size)) {
  const ex::detail::Pieces pieces(size);
  RC_ASSERT(pieces.count() <= ex::detail::Pieces::kMost);
  std::size_t next = 0;
  for (std::size_t i = 0; i != pieces.count(); ++i) {
    const auto piece = pieces.piece(i);
    RC_ASSERT(piece.first == next);
    RC_ASSERT(piece.first < piece.last);
    next = piece.last;
  }
  RC_ASSERT(next == size);
}

TEST(Pieces, OfTheLargestSizeDoNotOverflow) {
  constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
  constexpr ex::detail::Pieces pieces(kLargest);
  static_assert(pieces.count() == ex::detail::Pieces::kMost);
  static_assert(pieces.piece(pieces.count() - 1).last == kLargest);
  static_assert(pieces.piece(0).first == 0);
}

// The pools, with a number of threads.
template <std::size_t Workers>
struct WithWorkers {
  ThreadPool pool{{.workers = Workers}};
  void stop() { pool.stop(); }
};
template <std::uint32_t Threads>
struct Lean {
  lean::ThreadPool pool{{.most_threads = Threads}};
  void stop() {
    pool.shutdown();
    pool.join();
  }
};
template <class Pool>
class BulkOn : public ::testing::Test {
 protected:
  auto on_pool() { return ex::schedule(scheduler_of(place_.pool)); }

  Pool place_;
};
using Pools = ::testing::Types<WithWorkers<1>, WithWorkers<2>, WithWorkers<5>, WithWorkers<40>, Lean<1>, Lean<2>,
                               Lean<5>, Lean<40>>;
TYPED_TEST_SUITE(BulkOn, Pools, );

TYPED_TEST(BulkOn, MakesEachCallOnce) {
  for (const std::size_t size : {1U, 2U, 3U, 255U, 256U, 257U, 1000U, 50'000U}) {
    Calls calls(size);
    const auto work = this->on_pool() | ex::then([] { return 7; }) | ex::bulk(size, [&](std::size_t i, int& seven) {
                        calls.add(i + static_cast<std::size_t>(seven) - 7);
                      });
    EXPECT_EQ(ex::sync_wait(work), std::tuple(7));
    EXPECT_TRUE(calls.are_all(1)) << size;
  }
}

TYPED_TEST(BulkOn, MakesNoCallElsewhere) {
  const auto here = std::this_thread::get_id();
  std::atomic<int> calls_here = 0;
  const auto counts = [&](int) {
    if (std::this_thread::get_id() == here) ++calls_here;
  };
  EXPECT_TRUE(ex::sync_wait(this->on_pool() | ex::bulk(10'000, counts) | ex::bulk(10'000, counts)).has_value());
  EXPECT_TRUE(
      ex::sync_wait(ex::starts_on(scheduler_of(this->place_.pool), ex::just() | ex::bulk(10'000, counts))).has_value());
  EXPECT_EQ(calls_here, 0);
}

TYPED_TEST(BulkOn, PassesTheFirstExceptionOn) {
  std::atomic<int> after = 0;
  std::atomic<bool> has_thrown = false;
  const auto throws = this->on_pool() | ex::bulk(100'000, [&](int i) {
                        if (has_thrown) ++after;
                        if (i % 1000 != 5) return;
                        has_thrown = true;
                        throw std::out_of_range("here");
                      });
  EXPECT_THROW(ex::sync_wait(throws), std::out_of_range);
  EXPECT_LT(after, 100'000 - 1) << "pieces that had not begun were left out";
}

TYPED_TEST(BulkOn, StopsBetweenPieces) {
  ex::stop_source source;
  Calls calls(100'000);
  const auto stops = this->on_pool() | ex::bulk(std::size_t{100'000}, [&](std::size_t i) {
                       calls.add(i);
                       source.request_stop();
                     });
  EXPECT_EQ(ex::sync_wait(stops, source.get_token()), std::nullopt);
  EXPECT_LT(calls.sum(), 100'000);
  EXPECT_TRUE(calls.are_at_most(1));
}

TYPED_TEST(BulkOn, DoesNotStopWhenEachPieceWasBegun) {
  ex::stop_source source;
  const auto stops = this->on_pool() | ex::bulk(1, [&](int) { source.request_stop(); });
  EXPECT_TRUE(ex::sync_wait(stops, source.get_token()).has_value());
}

TYPED_TEST(BulkOn, IsStoppedIfThePoolHasBeen) {
  this->place_.stop();
  EXPECT_EQ(ex::sync_wait(this->on_pool() | ex::bulk(100, [](int) { ADD_FAILURE() << "called"; })), std::nullopt);
}

TYPED_TEST(BulkOn, EndsWhileThePoolStops) {
  std::optional<std::thread> stopper;
  std::atomic<int> calls = 0;
  const auto work = this->on_pool() | ex::then([&] { stopper.emplace([this] { this->place_.stop(); }); }) |
                    ex::bulk(10'000, [&](int) { ++calls; });
  EXPECT_TRUE(ex::sync_wait(work).has_value());
  stopper->join();
  EXPECT_EQ(calls, 10'000);
}

TYPED_TEST(BulkOn, OfWhichThereAreManyEachEndOnce) {
  constexpr int kEach = 100;
  std::atomic<int> calls = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i != 3; ++i)
    threads.emplace_back([&, this] {
      for (int j = 0; j != kEach; ++j) {
        const auto one = this->on_pool() | ex::bulk(7, [&](int) { ++calls; });
        EXPECT_TRUE(ex::sync_wait(ex::when_all(one, one)).has_value());
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(calls, 3 * kEach * 2 * 7);
}

template <class Sender>
ex::task<int> sums(Sender on_pool, int size) {
  std::vector<int> squares(static_cast<std::size_t>(size));
  co_await (on_pool | ex::bulk(size, [&](int i) { squares[static_cast<std::size_t>(i)] = i * i; }));
  int sum = 0;
  for (const int square : squares) sum += square;
  co_return sum;
}

TYPED_TEST(BulkOn, CanBeAwaited) {
  EXPECT_EQ(ex::sync_wait(sums(this->on_pool(), 1000)), std::tuple(332'833'500));
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->place_.pool), sums(this->on_pool(), 1000))),
            std::tuple(332'833'500));
}

TEST(Bulk, IsDoneByMoreThanOneWorker) {
  ThreadPool pool({.workers = 4});
  std::atomic<int> inside = 0;
  // Each call waits for the others, so one thread alone would not end.
  const auto waits = [&](int) {
    ++inside;
    while (inside < 4) std::this_thread::yield();
  };
  EXPECT_TRUE(ex::sync_wait(ex::schedule(scheduler_of(pool)) | ex::bulk(4, waits)).has_value());

  lean::ThreadPool lean_pool({.most_threads = 4});
  inside = 0;
  EXPECT_TRUE(ex::sync_wait(ex::schedule(scheduler_of(lean_pool)) | ex::bulk(4, waits)).has_value());
}

}  // namespace vigil::bulk_proofs
