// Does a task stay on its scheduler, whatever completes elsewhere, and end if a pool has been stopped?

#include "task_parts.hpp"

#include <vigil/lean/scheduler.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::task_proofs {

// The pools, with two threads.
struct OnPool {
  ThreadPool pool{{.workers = 2}};
  void stop() { pool.stop(); }
};
struct OnLean {
  lean::ThreadPool pool{{.most_threads = 2}};
  void stop() {
    pool.shutdown();
    pool.join();
  }
};
template <class Pool>
class TasksOn : public Tasks {
 protected:
  auto scheduler() { return scheduler_of(place_.pool); }

  // Outlives the threads that start operations on it.
  ThreadPool one_{{.workers = 1}};
  Pool place_;
};
using BothPools = ::testing::Types<OnPool, OnLean>;
TYPED_TEST_SUITE(TasksOn, BothPools, );

template <class Scheduler>
Task<std::vector<std::thread::id>> visits(Scheduler elsewhere, int count) {
  std::vector<std::thread::id> threads;
  for (int i = 0; i != count; ++i) {
    threads.push_back(this_thread());
    co_await ex::schedule(elsewhere);
  }
  co_return threads;
}

TYPED_TEST(TasksOn, GoOnOnTheirScheduler) {
  const auto [only] =
      ex::sync_wait(ex::schedule(scheduler_of(this->one_)) | ex::then([] { return this_thread(); })).value();
  const auto [threads] = ex::sync_wait(ex::starts_on(scheduler_of(this->one_), visits(this->scheduler(), 300))).value();
  for (const auto thread : threads) EXPECT_EQ(thread, only);
}

TYPED_TEST(TasksOn, AwaitedByATaskGoOnOnItsScheduler) {
  const auto outer = [&](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    bool is_here = true;
    for (const auto thread : co_await visits(elsewhere, 100)) is_here = is_here && thread == here;
    co_return is_here&& this_thread() == here;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->one_), outer(this->scheduler()))), std::tuple(true));
}

TYPED_TEST(TasksOn, OfAllKeepTheirScheduler) {
  auto both = ex::when_all(visits(this->scheduler(), 100), visits(this->scheduler(), 100));
  const auto [left, right] = ex::sync_wait(ex::starts_on(scheduler_of(this->one_), std::move(both))).value();
  for (const auto thread : left) EXPECT_EQ(thread, left.front());
  for (const auto thread : right) EXPECT_EQ(thread, left.front());
}

TYPED_TEST(TasksOn, OfAllThatATaskAwaitsStayOnItsScheduler) {
  const auto outer = [](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    bool is_here = true;
    for (int i = 0; i != 20; ++i) {
      auto [left, right] = co_await ex::when_all(visits(elsewhere, 5), visits(elsewhere, 5));
      for (const auto thread : left) is_here = is_here && thread == here;
      for (const auto thread : right) is_here = is_here && thread == here;
    }
    co_return is_here&& this_thread() == here;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->one_), outer(this->scheduler()))), std::tuple(true));
  // The same tasks without a scheduler end, too.
  EXPECT_TRUE(ex::sync_wait(outer(this->scheduler())).has_value());
}

TYPED_TEST(TasksOn, ReadTheirScheduler) {
  const auto asks = [](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    const auto mine = co_await ex::read_env(ex::get_scheduler);
    co_await ex::when_all(ex::schedule(mine), ex::starts_on(elsewhere, ex::just()));
    const auto again = co_await (ex::schedule(mine) | ex::then([] { return this_thread(); }));
    co_return again == here&& mine == co_await ex::read_env(ex::get_scheduler);
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->one_), asks(this->scheduler()))), std::tuple(true));
}

// Needs more storage than a task has for operations of a scheduler.
template <class Scheduler>
struct Large {
  Scheduler scheduler;

  struct Sender {
    using values = std::tuple<>;
    Scheduler scheduler;
    template <class Receiver>
    struct Operation {
      ex::connect_result_t<ex::schedule_result_t<Scheduler>, Receiver> operation;
      std::array<std::byte, 1000> more;
      void start() noexcept { operation.start(); }
    };
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return Operation<Receiver>{ex::connect(ex::schedule(scheduler), std::move(receiver)), {}};
    }
  };
  [[nodiscard]] Sender schedule() const { return {scheduler}; }
  friend bool operator==(const Large&, const Large&) = default;
};

TYPED_TEST(TasksOn, MayHaveASchedulerWithLargeOperations) {
  using Where = decltype(scheduler_of(this->one_));
  const auto outer = [](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    auto [left, right] = co_await ex::when_all(visits(elsewhere, 20), visits(elsewhere, 20));
    bool is_here = this_thread() == here;
    for (const auto thread : left) is_here = is_here && thread == here;
    co_return is_here&& right.size() == 20;
  };
  const Large<Where> scheduler{scheduler_of(this->one_)};
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler, outer(this->scheduler()))), std::tuple(true));
}

TYPED_TEST(TasksOn, WithoutASchedulerGoOnWhereTheSenderCompletes) {
  const auto hops = [](auto there) -> Task<bool> {
    const auto before = this_thread();
    co_await ex::schedule(there);
    const auto after = this_thread();
    co_await ex::just();
    co_return before != after&& after == this_thread();
  };
  for (int i = 0; i != 300; ++i) ASSERT_EQ(ex::sync_wait(hops(this->scheduler())), std::tuple(true));
}

TYPED_TEST(TasksOn, StopWhereThePoolOfTheSenderHasBeenStopped) {
  this->place_.stop();
  EXPECT_EQ(ex::sync_wait(visits(this->scheduler(), 1)), std::nullopt);
  EXPECT_EQ(ex::sync_wait(ex::starts_on(this->scheduler(), visits(this->scheduler(), 1))), std::nullopt);
}

TYPED_TEST(TasksOn, OfWhichThereAreManyEachEndOnce) {
  const auto scheduler = this->scheduler();
  std::atomic<int> ended = 0;
  const auto leaf = [](auto there, std::atomic<int>& count) -> Task<int> {
    co_await ex::schedule(there);
    ++count;
    co_return 1;
  };
  const auto branch = [&leaf](auto there, std::atomic<int>& count) -> Task<int> {
    int sum = 0;
    for (int i = 0; i != 50; ++i) {
      const auto [left, right] = co_await ex::when_all(leaf(there, count), leaf(there, count));
      sum += left + right;
    }
    co_return sum;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i != 3; ++i)
    threads.emplace_back([&] {
      const auto sums =
          ex::sync_wait(ex::when_all(ex::starts_on(scheduler, branch(scheduler, ended)), branch(scheduler, ended)));
      EXPECT_EQ(sums, std::tuple(100, 100));
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(ended, 600);
}

// Completes with no value on a thread of its own, when a pool has been stopped.
struct StopsPool {
  using values = std::tuple<>;
  ThreadPool* pool;
  std::thread* thread;

  template <class Receiver>
  struct Operation {
    ThreadPool* pool;
    std::thread* thread;
    Receiver receiver;
    void start() noexcept {
      *thread = std::thread([this] {
        pool->stop();
        ex::set_value(std::move(receiver));
      });
    }
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>{pool, thread, std::move(receiver)};
  }
};

TEST_F(Tasks, StopIfTheirSchedulerHasBeenStoppedMeanwhile) {
  ThreadPool pool({.workers = 1});
  std::thread thread;
  std::vector<int> destroyed;
  const auto work = [&]() -> Task<> {
    const Local local(destroyed, 1);
    co_await StopsPool{&pool, &thread};
    ADD_FAILURE() << "resumed";
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(pool), work())), std::nullopt);
  thread.join();
  EXPECT_EQ(destroyed, std::vector{1});
}

}  // namespace vigil::task_proofs
