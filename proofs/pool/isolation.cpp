// Does a worker that waits inside an isolation run what was made inside, and nothing else?

#include <vigil/parallel/parallel_for.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace vigil {
namespace {

using PoolWorker = ThreadPool::Worker;
constexpr SleepRounds kImpatient{.until_sleepy = 0, .until_sleeping = 1};

// A worker that the test's own thread plays, and jobs that write their names.
struct Played {
  using Parts = PoolParts<StdAtomics>;
  using OneWorker = Worker<Parts>;

  template <class Kind>
  struct Named : Kind {
    Named(char name_of_job, std::string& log_of_all) : Kind(&write), name(name_of_job), log(log_of_all) {}
    static void write(Job<Parts>& job, OneWorker& worker) noexcept {
      auto& self = static_cast<Named&>(job);
      self.log += self.name;
      if (worker.is_isolated()) self.log += '!';
    }
    char name;
    std::string& log;
  };

  // What `worker` runs if it is asked for jobs until it has none.
  std::string ran_by(OneWorker& worker) {
    log.clear();
    while (worker.run_one()) {
    }
    return log;
  }

  struct TwoWorkers : WorkerSet<Parts> {
    TwoWorkers() : WorkerSet<Parts>(2, kImpatient, 4) {
      add_worker(0);
      add_worker(1);
    }
  };

  TwoWorkers set;
  OneWorker& own = set.worker(0);
  OneWorker& other = set.worker(1);
  std::string log;
  Named<Job<Parts>> a{'a', log}, b{'b', log}, c{'c', log}, d{'d', log};
  Named<InjectedJob<Parts>> injected{'i', log};
  Named<CallJob<Parts>> call{'k', log};
};

TEST(Isolation, LeavesTheWorkerOnlyTheJobsThatItHasPushedInside) {
  Played played;
  played.own.push(played.a);
  played.other.push(played.b);
  played.set.inject(played.injected);
  played.set.inject(played.call);
  isolate(played.own, [&] {
    played.own.push(played.c);
    EXPECT_EQ(played.ran_by(played.own), "c!");
    EXPECT_EQ(played.ran_by(played.own), "");
  });
  EXPECT_EQ(played.ran_by(played.own), "abki");
}

TEST(Isolation, InsideAnotherOneHasAMarkOfItsOwn) {
  Played played;
  isolate(played.own, [&] {
    played.own.push(played.a);
    isolate(played.own, [&] {
      played.own.push(played.b);
      EXPECT_EQ(played.ran_by(played.own), "b!");
    });
    EXPECT_TRUE(played.own.is_isolated());
    EXPECT_EQ(played.ran_by(played.own), "a!");
  });
  EXPECT_FALSE(played.own.is_isolated());
}

TEST(Isolation, GoesWithTheJobsThatAreStolen) {
  Played played;
  played.own.push(played.a);
  isolate(played.own, [&] {
    played.own.push(played.b);
    isolate(played.own, [&] { played.own.push(played.c); });
    EXPECT_EQ(played.ran_by(played.other), "ab!c!") << "the oldest first";
    played.own.push(played.d);
  });
  EXPECT_EQ(played.ran_by(played.other), "d") << "the isolation is over";
}

TEST(Isolation, EndsByAnException) {
  Played played;
  const auto throws = [&] { isolate(played.own, [] { throw std::out_of_range("inside"); }); };
  EXPECT_THROW(throws(), std::out_of_range);
  EXPECT_FALSE(played.own.is_isolated());
  played.own.push(played.a);
  EXPECT_EQ(played.ran_by(played.other), "a");
}

TEST(Isolation, ReturnsWhatItsFunctionReturns) {
  int number = 7;
  EXPECT_EQ(&isolate([&]() -> int& { return number; }), &number) << "on a thread that is no worker";
  ThreadPool pool({.workers = 1});
  pool.call([&](PoolWorker& worker) {
    EXPECT_EQ(&isolate(worker, [&]() -> int& { return number; }), &number);
    EXPECT_EQ(*isolate(worker, [] { return std::make_unique<int>(8); }), 8);
    EXPECT_TRUE(isolate([&] { return worker.is_isolated(); })) << "on a worker that the caller does not know";
    static_assert(std::is_void_v<decltype(isolate(worker, [](PoolWorker&) {}))>);
  });
}

TEST(Isolation, LetsTheOnlyWorkerOfAPoolRunWhatItMakesInside) {
  ThreadPool pool({.workers = 1});
  pool.call([](PoolWorker& worker) {
    isolate(worker, [&] {
      const auto [left, right] = join(
          worker, [] { return 3; }, [] { return 4; });
      EXPECT_EQ(left + right, 7);
      std::atomic<int> ran{0};
      scope(worker, [&](auto& tasks) {
        for (int i = 0; i != 10; ++i)
          tasks.spawn(worker, [&](PoolWorker& other) { tasks.spawn(other, [&] { ran.fetch_add(1); }); });
      });
      EXPECT_EQ(ran.load(), 10);
    });
  });
}

TEST(Isolation, TakesBackACallThatWasForkedOutside) {
  ThreadPool pool({.workers = 1});
  pool.call([](PoolWorker& worker) {
    static constexpr auto kSquare = [](int number) { return number * number; };
    Future<int, int> outside;
    outside.fork<kSquare>(worker, 5);
    EXPECT_EQ(isolate(worker, [&] { return outside.join<kSquare>(worker); }), 25);
  });
}

// Programs of jobs that take locks and wait while they hold them. A job at one depth takes a lock of that depth, so all
// jobs take locks in one order.
class LockingPrograms {
 public:
  static constexpr unsigned kDepth = 4;

  // How many leaves were reached.
  std::uint64_t run(PoolWorker& worker, std::uint64_t seed, unsigned depth = 0) {
    if (depth == kDepth) return 1;
    const auto children = [&](PoolWorker& inside) { return run_children(inside, seed, depth); };
    if (mixed(seed, 9) % 3 == 0) return children(worker);
    const std::lock_guard held(locks_[depth][mixed(seed, 10) % 2]);
    return isolate(worker, children);
  }
  static std::uint64_t leaves(std::uint64_t seed, unsigned depth = 0) {
    if (depth == kDepth) return 1;
    std::uint64_t sum = 0;
    for (std::uint64_t child = 0; child != children_of(seed); ++child) sum += leaves(mixed(seed, child), depth + 1);
    return sum;
  }

 private:
  static std::uint64_t mixed(std::uint64_t seed, std::uint64_t which) {
    std::uint64_t x = (seed + which + 1) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    return x ^ (x >> 31U);
  }
  static std::uint64_t kind(std::uint64_t seed) { return mixed(seed, 8) % 3; }
  static std::uint64_t children_of(std::uint64_t seed) { return kind(seed) == 0 ? 2 : 3; }

  std::uint64_t run_children(PoolWorker& worker, std::uint64_t seed, unsigned depth) {
    const auto child = [&](PoolWorker& other, std::uint64_t which) {
      return run(other, mixed(seed, which), depth + 1);
    };
    std::atomic<std::uint64_t> sum{0};
    if (kind(seed) == 0) {
      const auto [left, right] = join(
          worker, [&](PoolWorker& other) { return child(other, 0); },
          [&](PoolWorker& other) { return child(other, 1); });
      sum = left + right;
    } else if (kind(seed) == 1) {
      scope(worker, [&](auto& tasks) {
        tasks.spawn(worker, [&](PoolWorker& other) {
          tasks.spawn(other, [&](PoolWorker& third) { sum += child(third, 1); });
          sum += child(other, 0);
        });
        tasks.spawn(worker, [&](PoolWorker& other) { sum += child(other, 2); });
      });
    } else {
      parallel_for(worker, std::size_t{3}, [&](PoolWorker& other, std::size_t which) { sum += child(other, which); });
    }
    return sum.load();
  }

  std::array<std::array<std::mutex, 2>, kDepth> locks_;
};

TEST(Isolation, KeepsJobsThatWaitWhileTheyHoldLocksFromWaitingForEachOther) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed, std::uint8_t workers) {
    ThreadPool pool({.workers = 1 + workers % 4U, .rounds = kImpatient, .deque_capacity = 1});
    const testing::Watchdog watchdog([&] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
    LockingPrograms programs;
    std::array<std::uint64_t, 3> reached{};
    testing::ThreadSet callers;
    for (std::size_t caller = 0; caller != reached.size(); ++caller)
      callers.add([&, caller] {
        reached[caller] = pool.call([&](PoolWorker& worker) { return programs.run(worker, seed + caller); });
      });
    callers.run();
    for (std::size_t caller = 0; caller != reached.size(); ++caller)
      RC_ASSERT(reached[caller] == LockingPrograms::leaves(seed + caller));
  }));
}

}  // namespace
}  // namespace vigil
