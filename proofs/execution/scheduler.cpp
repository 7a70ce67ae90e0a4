// Do senders on a pool end as P2300 requires: once, with values, with an error or stopped, and without allocating?

#include <vigil/execution/execution.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace vigil {
namespace {

namespace ex = vigil::execution;

static_assert(ex::scheduler<PoolScheduler<DefaultParts>>);
static_assert(ex::sender<decltype(ex::schedule(std::declval<PoolScheduler<DefaultParts>>()))>);

class Senders : public ::testing::TestWithParam<std::size_t> {
 protected:
  auto on_pool() { return ex::schedule(scheduler_of(pool_)); }

  ThreadPool pool_{{.workers = GetParam()}};
};
INSTANTIATE_TEST_SUITE_P(Workers, Senders, ::testing::Values(1, 2, 4));

TEST_P(Senders, CompleteOnAWorker) {
  const auto here = std::this_thread::get_id();
  const auto [there] = ex::sync_wait(on_pool() | ex::then([] { return std::this_thread::get_id(); })).value();
  EXPECT_NE(there, here);
}

TEST_P(Senders, PassValuesOn) {
  auto work = ex::then(ex::then(on_pool(), [] { return std::make_unique<int>(6); }),
                       [](std::unique_ptr<int> value) { return *value * 7; });
  EXPECT_EQ(ex::sync_wait(work), std::tuple(42));
  EXPECT_EQ(ex::sync_wait(on_pool() | ex::then([] {})), std::tuple());
  EXPECT_EQ(ex::sync_wait(ex::just(1, std::string("two"))), std::tuple(1, std::string("two")));
}

TEST_P(Senders, PassExceptionsByWhatFollows) {
  bool is_called = false;
  auto work =
      on_pool() | ex::then([]() -> int { throw std::out_of_range("here"); }) | ex::then([&](int) { is_called = true; });
  EXPECT_THROW(ex::sync_wait(work), std::out_of_range);
  EXPECT_FALSE(is_called);
}

TEST_P(Senders, AreStoppedBeforeTheyRun) {
  ex::stop_source source;
  source.request_stop();
  bool is_called = false;
  auto work = on_pool() | ex::then([&] { is_called = true; });
  EXPECT_EQ(ex::sync_wait(work, source.get_token()), std::nullopt);
  EXPECT_FALSE(is_called);
}

TEST_P(Senders, AreStoppedWhenThePoolHasBeen) {
  pool_.stop();
  EXPECT_EQ(ex::sync_wait(on_pool() | ex::then([] { return 7; })), std::nullopt);
}

TEST_P(Senders, GiveTheValuesOfAllInTheirOrder) {
  auto work = ex::when_all(on_pool() | ex::then([] { return 1; }), ex::just(2, 'b'), on_pool(),
                           on_pool() | ex::then([] { return std::string("three"); }));
  EXPECT_EQ(ex::sync_wait(std::move(work)), std::tuple(1, 2, 'b', std::string("three")));
}

TEST_P(Senders, ThrowTheFirstErrorOfAllWhenAllHaveEnded) {
  std::atomic<int> ended = 0;
  const auto counts = [&] { ++ended; };
  const auto throws = [&] {
    ++ended;
    throw std::out_of_range("here");
  };
  // Work that has not begun when the error occurs is stopped, so between one and three have ended.
  auto work = ex::when_all(on_pool() | ex::then(counts), on_pool() | ex::then(throws), on_pool() | ex::then(counts));
  EXPECT_THROW(ex::sync_wait(std::move(work)), std::out_of_range);
  EXPECT_GE(ended, 1);
  EXPECT_LE(ended, 3);
}

TEST_P(Senders, StopAllWhenOneFails) {
  bool is_called = false;
  // The first one ends before the second is started.
  auto fails = ex::just() | ex::then([] { throw std::out_of_range("here"); });
  auto work = ex::when_all(fails, on_pool() | ex::then([&] { is_called = true; }));
  EXPECT_THROW(ex::sync_wait(std::move(work)), std::out_of_range);
  EXPECT_FALSE(is_called);
}

TEST_P(Senders, StopAllOnRequest) {
  ex::stop_source source;
  source.request_stop();
  EXPECT_EQ(ex::sync_wait(ex::when_all(on_pool(), on_pool()), source.get_token()), std::nullopt);
}

TEST_P(Senders, OfWhichThereAreManyEachEndOnce) {
  constexpr int kEach = 200;
  std::atomic<int> count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i != 3; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j != kEach; ++j) {
        const auto one = on_pool() | ex::then([&] { ++count; });
        EXPECT_TRUE(ex::sync_wait(ex::when_all(one, one)).has_value());
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(count, 3 * kEach * 2);
}

// A receiver that makes and starts its operation again, on the worker on which it ended, a given number of times.
struct Loop;
struct Again {
  Loop* loop;
  void set_value() && noexcept;
  static void set_error(const std::exception_ptr&) noexcept {}
  void set_stopped() && noexcept;
};

struct Loop {
  using Sender = PoolScheduler<DefaultParts>::Sender;
  using Operation = ex::connect_result_t<Sender, Again>;

  explicit Loop(ThreadPool& pool) : scheduler(scheduler_of(pool)) {}
  void next() {
    // NOLINTNEXTLINE(modernize-make-unique): it cannot be moved.
    operation.reset(new Operation(ex::connect(ex::schedule(scheduler), Again{this})));
    ex::start(*operation);
  }

  PoolScheduler<DefaultParts> scheduler;
  int left = 1000;
  std::unique_ptr<Operation> operation;
  OnceLatch<> ended;
};

void Again::set_value() && noexcept { --loop->left == 0 ? loop->ended.set() : loop->next(); }
void Again::set_stopped() && noexcept { loop->ended.set(); }

TEST_P(Senders, MayBeFreedByTheirReceiver) {
  Loop loop(pool_);
  loop.next();
  loop.ended.wait();
  EXPECT_EQ(loop.left, 0);
}

TEST_P(Senders, ThatOthersStartOnTheirPoolRunWhileItStops) {
  Loop loop(pool_);
  loop.next();
  pool_.stop();
  EXPECT_EQ(loop.left, 0) << "each of them was started by one that ran";
}

TEST(PoolScheduler, IsThePool) {
  ThreadPool one({.workers = 1});
  ThreadPool other({.workers = 1});
  EXPECT_EQ(scheduler_of(one), scheduler_of(one));
  EXPECT_NE(scheduler_of(one), scheduler_of(other));
}

}  // namespace
}  // namespace vigil
