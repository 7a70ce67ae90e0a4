// Does a scope run each of its tasks once, and pass on what they throw?

#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace vigil {
namespace {

using PoolWorker = ThreadPool::Worker;

// Tasks that spawn tasks: each spawns two of half its size.
template <class Tasks>
void grow(Tasks& tasks, PoolWorker& worker, unsigned size, std::atomic<unsigned>& total) {
  total.fetch_add(1, std::memory_order_relaxed);
  for (unsigned half : {size / 2, (size - 1) / 2})
    if (half != 0) tasks.spawn(worker, [&tasks, &total, half](PoolWorker& other) { grow(tasks, other, half, total); });
}

TEST(Scope, RunsEachTaskOnceHoweverManyTasksSpawn) {
  ThreadPool pool({.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 1});
  EXPECT_TRUE(rc::check([&](std::uint8_t size) {
    std::atomic<unsigned> total{0};
    pool.call([&](PoolWorker& worker) { scope(worker, [&](auto& tasks) { grow(tasks, worker, size + 1U, total); }); });
    RC_ASSERT(total.load() == size + 1U);
  }));
}

TEST(Scope, ReturnsWhatItsBodyReturns) {
  ThreadPool pool({.workers = 1});
  EXPECT_EQ(pool.call([](PoolWorker& worker) { return scope(worker, [](auto&) { return 7; }); }), 7);
}

TEST(Scope, RunsAllTasksAndThrowsWhatOneThrew) {
  ThreadPool pool({.workers = 2});
  std::atomic<int> ran{0};
  const auto all = [&](PoolWorker& worker) {
    scope(worker, [&](auto& tasks) {
      for (int i = 0; i != 10; ++i)
        tasks.spawn(worker, [&ran, i] {
          ran.fetch_add(1, std::memory_order_relaxed);
          if (i == 5) throw std::out_of_range("the sixth");
        });
    });
  };
  EXPECT_THROW(pool.call(all), std::out_of_range);
  EXPECT_EQ(ran.load(), 10);
}

TEST(Scope, DropsTasksThatHaveNotBegunWhenAStopIsRequested) {
  ThreadPool pool({.workers = 1});
  std::stop_source stop;
  int ran = 0;
  pool.call([&](PoolWorker& worker) {
    scope(
        worker,
        [&](auto& tasks) {
          for (int i = 0; i != 10; ++i)
            tasks.spawn(worker, [&] {
              if (++ran == 3) stop.request_stop();
            });
        },
        stop.get_token());
  });
  EXPECT_EQ(ran, 3) << "the only worker runs them one after the other";
}

// The body's tasks are counted apart from those of tasks. Each kind ends last in some of these scopes.
TEST(Scope, WaitsForTheTasksOfItsBodyAndForThoseOfItsTasks) {
  ThreadPool pool({.workers = 2, .rounds = {.until_sleepy = 0, .until_sleeping = 1}});
  EXPECT_TRUE(rc::check([&](const std::vector<std::uint8_t>& children) {
    std::atomic<unsigned> ran{0};
    unsigned expected = 0;
    pool.call([&](PoolWorker& worker) {
      scope(worker, [&](auto& tasks) {
        for (const std::uint8_t count : children) {
          expected += 1U + count;
          tasks.spawn(worker, [&tasks, &ran, count](PoolWorker& other) {
            for (unsigned child = 0; child != count; ++child)
              tasks.spawn(other, [&ran] { ran.fetch_add(1, std::memory_order_relaxed); });
            ran.fetch_add(1, std::memory_order_relaxed);
          });
          // The body runs a task itself now and then, and so spawns as the owner and as a task's worker.
          if (count % 3 == 0) worker.run_one();
        }
      });
    });
    RC_ASSERT(ran.load() == expected);
  }));
}

TEST(Scope, IsEnteredFromAnyThread) {
  ThreadPool pool({.workers = 2});
  std::atomic<int> ran{0};
  const auto add_one = [&] { ran.fetch_add(1, std::memory_order_relaxed); };
  EXPECT_EQ(scope(pool,
                  [&](auto& tasks) {
                    for (int i = 0; i != 10; ++i) tasks.spawn([&] { tasks.spawn(add_one); });
                    return 7;
                  }),
            7);
  EXPECT_EQ(ran.load(), 10);
  pool.stop();
  EXPECT_THROW(scope(pool, [](auto&) {}), PoolStopped);
}

// Production's layer, with a limit on allocations, a count of what is allocated, and preconditions that throw.
struct MeteredAtomics : StdAtomics {
  static inline std::size_t live_bytes = 0;
  static inline unsigned allocations_left = ~0U;

  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (allocations_left == 0) throw std::bad_alloc();
    --allocations_left;
    live_bytes += bytes;
    return StdAtomics::allocate(bytes, alignment, name);
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    live_bytes -= bytes;
    StdAtomics::deallocate(memory, bytes, alignment);
  }
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

// Each task is an allocation of its own.
struct MeteredParts : PoolParts<MeteredAtomics> {
  using TaskMemory = vigil::TaskMemory<MeteredAtomics, 0>;
};

// A set of one worker, which the test's thread plays.
struct OneWorker : WorkerSet<MeteredParts> {
  OneWorker() : WorkerSet<MeteredParts>(1, {}, 1) { add_worker(0); }
};

TEST(Scope, LosesNothingIfATaskCannotBeMade) {
  struct Unlucky {
    Unlucky() = default;
    Unlucky(const Unlucky&) { throw std::bad_alloc(); }
    void operator()() const {}
  };
  OneWorker set;
  const std::size_t before = MeteredAtomics::live_bytes;
  int ran = 0;
  scope(set.worker(0), [&](auto& tasks) {
    const Unlucky unlucky;
    tasks.spawn(set.worker(0), [&] { ++ran; });
    EXPECT_THROW(tasks.spawn(set.worker(0), unlucky), std::bad_alloc);
  });
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(MeteredAtomics::live_bytes, before);
}

// There is no memory for a task, and then none for a larger deque.
template <class Tasks>
void spawns_in_vain(Tasks& tasks, OneWorker& set) {
  for (const unsigned allowed : {0U, 1U}) {
    MeteredAtomics::allocations_left = allowed;
    EXPECT_THROW(tasks.spawn(set.worker(0), [] { ADD_FAILURE() << "was not spawned"; }), std::bad_alloc);
    EXPECT_EQ(MeteredAtomics::allocations_left, 0U);
    MeteredAtomics::allocations_left = ~0U;
  }
}

TEST(Scope, LosesNothingIfThereIsNoMemoryForATaskOrForALargerDeque) {
  OneWorker set;
  const std::size_t before = MeteredAtomics::live_bytes;
  int ran = 0;
  scope(set.worker(0), [&](auto& tasks) {
    tasks.spawn(set.worker(0), [&] { ++ran; });
    spawns_in_vain(tasks, set);
  });
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(MeteredAtomics::live_bytes, before);
}

// A task counts what it spawns elsewhere than the body does.
TEST(Scope, LosesNothingIfATaskCannotSpawn) {
  OneWorker set;
  const std::size_t before = MeteredAtomics::live_bytes;
  int ran = 0;
  scope(set.worker(0), [&](auto& tasks) {
    tasks.spawn(set.worker(0), [&] {
      tasks.spawn(set.worker(0), [&] { ++ran; });
      spawns_in_vain(tasks, set);
    });
  });
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(MeteredAtomics::live_bytes, before);
}

TEST(Scope, RefusesATaskOfAThreadThatIsNoWorkerOfItsPool) {
  OneWorker set;
  OneWorker other;
  scope(set.worker(0), [&](auto& tasks) {
    EXPECT_THROW(tasks.spawn([] {}), std::logic_error) << "no worker";
    other.set_current(&other.worker(0));
    EXPECT_THROW(tasks.spawn([] {}), std::logic_error) << "a worker of another set";
    set.set_current(&set.worker(0));
    tasks.spawn([] {});
    set.set_current(nullptr);
  });
  EXPECT_EQ(set.worker(0).statistics().executed, 1U);
}

}  // namespace
}  // namespace vigil
