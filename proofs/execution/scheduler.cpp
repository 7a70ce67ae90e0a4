// Do senders on a pool end as P2300 requires: once, with values, with an error or stopped, and without allocating?

#include <vigil/execution/execution.hpp>
#include <vigil/lean/scheduler.hpp>
#include <vigil/pool/scheduler.hpp>

#include "lean/scarce_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil {
namespace {

namespace ex = vigil::execution;

static_assert(ex::scheduler<PoolScheduler<DefaultParts>>);
static_assert(ex::sender<decltype(ex::schedule(std::declval<PoolScheduler<DefaultParts>>()))>);
static_assert(ex::scheduler<lean::PoolScheduler<lean::DefaultParts>>);

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
class Senders : public ::testing::Test {
 protected:
  auto on_pool() { return ex::schedule(scheduler_of(place_.pool)); }

  Pool place_;
};
using Pools = ::testing::Types<WithWorkers<1>, WithWorkers<2>, WithWorkers<4>, Lean<1>, Lean<2>, Lean<4>>;
TYPED_TEST_SUITE(Senders, Pools, );

TYPED_TEST(Senders, CompleteOnAWorker) {
  const auto here = std::this_thread::get_id();
  const auto [there] = ex::sync_wait(this->on_pool() | ex::then([] { return std::this_thread::get_id(); })).value();
  EXPECT_NE(there, here);
}

TYPED_TEST(Senders, PassValuesOn) {
  auto work = ex::then(ex::then(this->on_pool(), [] { return std::make_unique<int>(6); }),
                       [](std::unique_ptr<int> value) { return *value * 7; });
  EXPECT_EQ(ex::sync_wait(work), std::tuple(42));
  EXPECT_EQ(ex::sync_wait(this->on_pool() | ex::then([] {})), std::tuple());
  EXPECT_EQ(ex::sync_wait(ex::just(1, std::string("two"))), std::tuple(1, std::string("two")));
}

TYPED_TEST(Senders, PassExceptionsByWhatFollows) {
  bool is_called = false;
  auto work = this->on_pool() | ex::then([]() -> int { throw std::out_of_range("here"); }) |
              ex::then([&](int) { is_called = true; });
  EXPECT_THROW(ex::sync_wait(work), std::out_of_range);
  EXPECT_FALSE(is_called);
}

TYPED_TEST(Senders, AreStoppedBeforeTheyRun) {
  ex::stop_source source;
  source.request_stop();
  bool is_called = false;
  auto work = this->on_pool() | ex::then([&] { is_called = true; });
  EXPECT_EQ(ex::sync_wait(work, source.get_token()), std::nullopt);
  EXPECT_FALSE(is_called);
}

TYPED_TEST(Senders, AreStoppedWhenThePoolHasBeen) {
  this->place_.stop();
  EXPECT_EQ(ex::sync_wait(this->on_pool() | ex::then([] { return 7; })), std::nullopt);
}

TYPED_TEST(Senders, GiveTheValuesOfAllInTheirOrder) {
  auto work = ex::when_all(this->on_pool() | ex::then([] { return 1; }), ex::just(2, 'b'), this->on_pool(),
                           this->on_pool() | ex::then([] { return std::string("three"); }));
  EXPECT_EQ(ex::sync_wait(std::move(work)), std::tuple(1, 2, 'b', std::string("three")));
}

TYPED_TEST(Senders, ThrowTheFirstErrorOfAllWhenAllHaveEnded) {
  std::atomic<int> ended = 0;
  const auto counts = [&] { ++ended; };
  const auto throws = [&] {
    ++ended;
    throw std::out_of_range("here");
  };
  // Work that has not begun when the error occurs is stopped, so between one and three have ended.
  auto work = ex::when_all(this->on_pool() | ex::then(counts), this->on_pool() | ex::then(throws),
                           this->on_pool() | ex::then(counts));
  EXPECT_THROW(ex::sync_wait(std::move(work)), std::out_of_range);
  EXPECT_GE(ended, 1);
  EXPECT_LE(ended, 3);
}

TYPED_TEST(Senders, StopAllWhenOneFails) {
  bool is_called = false;
  // The first one ends before the second is started.
  auto fails = ex::just() | ex::then([] { throw std::out_of_range("here"); });
  auto work = ex::when_all(fails, this->on_pool() | ex::then([&] { is_called = true; }));
  EXPECT_THROW(ex::sync_wait(std::move(work)), std::out_of_range);
  EXPECT_FALSE(is_called);
}

TYPED_TEST(Senders, StopAllOnRequest) {
  ex::stop_source source;
  source.request_stop();
  EXPECT_EQ(ex::sync_wait(ex::when_all(this->on_pool(), this->on_pool()), source.get_token()), std::nullopt);
}

TYPED_TEST(Senders, OfWhichThereAreManyEachEndOnce) {
  constexpr int kEach = 200;
  std::atomic<int> count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i != 3; ++i)
    threads.emplace_back([&, this] {
      for (int j = 0; j != kEach; ++j) {
        const auto one = this->on_pool() | ex::then([&] { ++count; });
        EXPECT_TRUE(ex::sync_wait(ex::when_all(one, one)).has_value());
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(count, 3 * kEach * 2);
}

// A receiver that makes and starts its operation again, on the worker on which it ended, a given number of times.
template <class Scheduler>
struct Loop;
template <class Scheduler>
struct Again {
  Loop<Scheduler>* loop;
  void set_value() && noexcept;
  static void set_error(const std::exception_ptr&) noexcept {}
  void set_stopped() && noexcept;
};

template <class Scheduler>
struct Loop {
  using Operation = ex::connect_result_t<typename Scheduler::Sender, Again<Scheduler>>;

  explicit Loop(Scheduler of_pool) : scheduler(of_pool) {}
  void next() {
    // NOLINTNEXTLINE(modernize-make-unique): it cannot be moved.
    operation.reset(new Operation(ex::connect(ex::schedule(scheduler), Again<Scheduler>{this})));
    ex::start(*operation);
  }

  Scheduler scheduler;
  int left = 1000;
  std::unique_ptr<Operation> operation;
  OnceLatch<> ended;
};

template <class Scheduler>
void Again<Scheduler>::set_value() && noexcept {
  --loop->left == 0 ? loop->ended.set() : loop->next();
}
template <class Scheduler>
void Again<Scheduler>::set_stopped() && noexcept {
  loop->ended.set();
}

TYPED_TEST(Senders, MayBeFreedByTheirReceiver) {
  Loop loop(scheduler_of(this->place_.pool));
  loop.next();
  loop.ended.wait();
  EXPECT_EQ(loop.left, 0);
}

TYPED_TEST(Senders, ThatOthersStartOnTheirPoolRunWhileItStops) {
  Loop loop(scheduler_of(this->place_.pool));
  loop.next();
  this->place_.stop();
  EXPECT_EQ(loop.left, 0) << "each of them was started by one that ran";
}

TEST(LeanScheduler, CompletesOnTheStartingThreadIfThePoolCanHaveNone) {
  lean_proofs::ScarceThread::left = 0;
  lean_proofs::ScarcePool pool({.most_threads = 1});
  auto work = ex::schedule(scheduler_of(pool)) | ex::then([] { return std::this_thread::get_id(); });
  EXPECT_EQ(ex::sync_wait(std::move(work)), std::tuple(std::this_thread::get_id()));
}

TEST(PoolScheduler, IsThePool) {
  ThreadPool one({.workers = 1});
  ThreadPool other({.workers = 1});
  EXPECT_EQ(scheduler_of(one), scheduler_of(one));
  EXPECT_NE(scheduler_of(one), scheduler_of(other));

  lean::ThreadPool lean_one({.most_threads = 1});
  lean::ThreadPool lean_other({.most_threads = 1});
  EXPECT_EQ(scheduler_of(lean_one), scheduler_of(lean_one));
  EXPECT_NE(scheduler_of(lean_one), scheduler_of(lean_other));
}

}  // namespace
}  // namespace vigil
