// Does a pool that runs out of memory lose, repeat or leak anything, and does the caller learn of it?

#include "scarce_memory.hpp"

#include <vigil/injector/segmented.hpp>
#include <vigil/parallel/par.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>
#include <vigil/parallel/terminals.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

PoolOptions impatient(std::size_t workers) { return {.workers = workers, .rounds = kImpatient, .deque_capacity = 1}; }

class BadAlloc : public ::testing::Test {
 protected:
  // Rounds with a seed, of which each must leave no allocation behind.
  template <class Round>
  void repeat(Round round) {
    repeat_with_seeds([&](std::uint64_t seed) {
      const Watchdog watchdog([seed] { return "seed " + std::to_string(seed); });
      const std::int64_t before = ScarceMemory::live_allocations();
      round(seed);
      ASSERT_EQ(ScarceMemory::live_allocations(), before) << "allocations that were not freed";
    });
    ASSERT_GT(failures_, 0U) << "no call of new has failed, so nothing was asked";
  }

  // Memory is scarce while `code` runs.
  template <class Code>
  void while_scarce(std::uint64_t seed, std::uint64_t one_in, Code code) {
    {
      const ScarceMemory scarce(seed, one_in);
      code();
    }
    failures_ += ScarceMemory::failures();
  }

  // The same; whether `code` has thrown std::bad_alloc.
  template <class Code>
  [[nodiscard]] bool fails_while_scarce(std::uint64_t seed, std::uint64_t one_in, Code code) {
    bool has_thrown = false;
    while_scarce(seed, one_in, [&] {
      try {
        code();
      } catch (const std::bad_alloc&) {
        has_thrown = true;
      }
    });
    return has_thrown;
  }

 private:
  std::uint64_t failures_ = 0;
};

TEST_F(BadAlloc, PoolsThatCannotBeMadeLeaveNothing) {
  repeat([this](std::uint64_t seed) {
    Random random(seed);
    for (std::uint64_t i = 0; i != 50; ++i) {
      bool is_made = false;
      const bool has_failed = fails_while_scarce(seed * 50 + i, 4 + random.below(40), [&] {
        Pool pool(impatient(1 + random.below(16)));
        is_made = pool.call([] { return true; });
      });
      ASSERT_NE(is_made, has_failed) << "made, and able to work, or not made";
    }
  });
}

// Has no room in a slot, so each call is left on the deque, which grows.
using Large = std::array<std::uint64_t, 8>;

template <class AnyParts>
Large mark_all(Worker<AnyParts>& worker, Marks& marks, std::size_t begin, std::size_t end) {
  if (end - begin == 1) {
    marks.mark(begin);
    return {};
  }
  const std::size_t middle = begin + (end - begin) / 2;
  const auto left = [&](Worker<AnyParts>& other) { return mark_all(other, marks, begin, middle); };
  const auto right = [&](Worker<AnyParts>& other) { return mark_all(other, marks, middle, end); };
  try {
    (void)join(worker, left, right);
  } catch (const std::bad_alloc&) {
    (void)left(worker);
    (void)right(worker);
  }
  return {};
}

TEST_F(BadAlloc, AJoinThatCannotForkHasCalledNothing) {
  repeat([this](std::uint64_t seed) {
    for (std::uint64_t i = 0; i != 10; ++i) {
      Marks marks(512);
      Pool pool(impatient(1 + i % 4));
      while_scarce(seed * 10 + i, 2,
                   [&] { pool.call([&](PoolWorker& worker) { (void)mark_all(worker, marks, 0, marks.jobs()); }); });
      ASSERT_EQ(marks.complaint(), "");
    }
  });
}

// A task for each number below `kTasks`, and each of them spawns one for the number `kTasks` higher.
struct TwoLayers {
  static constexpr std::size_t kTasks = 100;

  Marks marks{2 * kTasks};
  std::vector<std::uint8_t> is_refused = std::vector<std::uint8_t>(2 * kTasks, 0);

  template <class Tasks>
  void spawn(Tasks& tasks, PoolWorker& worker, std::size_t number) {
    try {
      tasks.spawn(worker, [this, &tasks, number](PoolWorker& other) {
        marks.mark(number);
        if (number < kTasks) spawn(tasks, other, number + kTasks);
      });
    } catch (const std::bad_alloc&) {
      is_refused[number] = 1;
    }
  }

  // A task that was refused spawns nothing.
  [[nodiscard]] std::string complaint() const {
    for (std::size_t number = 0; number != 2 * kTasks; ++number) {
      const bool is_due = is_refused[number] == 0 && is_refused[number % kTasks] == 0;
      if (marks.times(number) != (is_due ? 1U : 0U))
        return "task " + std::to_string(number) + (is_due ? ", accepted," : ", refused,") + " ran " +
               std::to_string(marks.times(number)) + " times";
    }
    return {};
  }
};

TEST_F(BadAlloc, TasksRunOnceOrAreRefusedWhereTheyAreSpawned) {
  repeat([this](std::uint64_t seed) {
    TwoLayers layers;
    Pool pool(impatient(1 + seed % 6));
    while_scarce(seed, 2 + seed % 9, [&] {
      pool.call([&](PoolWorker& worker) {
        scope(worker, [&](auto& tasks) {
          for (std::size_t number = 0; number != TwoLayers::kTasks; ++number) layers.spawn(tasks, worker, number);
        });
      });
    });
    ASSERT_EQ(layers.complaint(), "");
  });
}

TEST_F(BadAlloc, AScopeWhoseBodyCannotSpawnEndsAfterTheTasksThatItSpawned) {
  repeat([this](std::uint64_t seed) {
    for (std::uint64_t i = 0; i != 20; ++i) {
      constexpr std::size_t kWanted = 60;
      Marks marks(kWanted);
      std::size_t spawned = 0;
      Pool pool(impatient(1 + i % 6));
      const bool has_failed = fails_while_scarce(seed * 20 + i, 60, [&] {
        scope(pool, [&](auto& tasks) {
          for (; spawned != kWanted; ++spawned) tasks.spawn([&marks, number = spawned] { marks.mark(number); });
        });
      });
      ASSERT_EQ(has_failed, spawned != kWanted) << "the error reaches the caller of the scope";
      ASSERT_EQ(marks.complaint(0, spawned), "");
      for (std::size_t number = spawned; number != kWanted; ++number) ASSERT_EQ(marks.times(number), 0U);
    }
  });
}

// No thread waits for it. Its own code frees it.
template <class AnyParts>
class Posted : public PostedJob<AnyParts> {
 public:
  static constexpr std::size_t kJobsOfEach = 8;

  Posted(Marks& marks, std::size_t number) : PostedJob<AnyParts>(&run), marks_(marks), number_(number) {}

 private:
  static void run(PostedJob<AnyParts>& job, Worker<AnyParts>& worker) noexcept {
    const auto* const self = static_cast<Posted*>(&job);
    Marks& marks = self->marks_;
    const std::size_t number = self->number_;
    delete self;
    (void)mark_all(worker, marks, number * kJobsOfEach, (number + 1) * kJobsOfEach);
  }

  Marks& marks_;
  const std::size_t number_;
};

// A pool whose injector allocates, so that it may not be able to take a job.
struct FifoParts : Parts {
  template <class Job>
  using Injector = SegmentedInjector<Job, Layer>;
  struct InjectorLink {};
};

template <class AnyParts>
class BadAllocOf : public BadAlloc {};
using AllParts = ::testing::Types<Parts, FifoParts, PriorityParts<FifoParts>>;
TYPED_TEST_SUITE(BadAllocOf, AllParts);

TYPED_TEST(BadAllocOf, PostedJobsRunOnceOrNeverCameToBe) {
  this->repeat([this](std::uint64_t seed) {
    using Job = Posted<TypeParam>;
    constexpr std::size_t kPosters = 4;
    constexpr std::size_t kOfEach = 100;
    Marks marks(kPosters * kOfEach * Job::kJobsOfEach);
    std::vector<std::uint8_t> is_posted(kPosters * kOfEach, 0);
    BasicThreadPool<TypeParam> pool(impatient(1 + seed % 6));
    std::latch is_scarce(1);
    std::latch have_posted(kPosters);
    ThreadSet threads;
    threads.add([&] {
      this->while_scarce(seed, 2 + seed % 9, [&] {
        is_scarce.count_down();
        have_posted.wait();
        pool.stop();
      });
    });
    threads.add(kPosters, [&](std::size_t poster) {
      is_scarce.wait();
      for (std::size_t number = poster * kOfEach; number != (poster + 1) * kOfEach; ++number) {
        try {
          auto job = std::make_unique<Job>(marks, number);
          is_posted[number] = pool.post(*job) ? 1 : 2;
          static_cast<void>(job.release());
        } catch (const std::bad_alloc&) {
        }
      }
      have_posted.count_down();
    });
    threads.run();
    for (std::size_t job = 0; job != marks.jobs(); ++job)
      ASSERT_EQ(marks.times(job), is_posted[job / Job::kJobsOfEach]) << "job " << job;
  });
}

std::vector<std::uint32_t> shuffled(std::uint64_t seed, std::uint32_t size) {
  std::vector<std::uint32_t> numbers(size);
  for (std::uint32_t i = 0; i != size; ++i) numbers[i] = i;
  Random random(seed);
  for (std::uint32_t i = size; i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

TEST_F(BadAlloc, ASortThatFailsLosesNoElement) {
  repeat([this](std::uint64_t seed) {
    for (std::uint64_t i = 0; i != 6; ++i) {
      const auto before = shuffled(seed * 6 + i, 6'000);
      auto unstable = before;
      auto stable = before;
      Pool pool(impatient(1 + i));
      const bool sort_failed = fails_while_scarce(seed * 6 + i, 2, [&] { vigil::sort(pool, unstable); });
      const bool stable_failed = fails_while_scarce(seed * 6 + i, 2, [&] { stable_sort(pool, stable); });
      ASSERT_TRUE(sort_failed || std::ranges::is_sorted(unstable));
      ASSERT_TRUE(stable_failed ? stable == before : std::ranges::is_sorted(stable));
      std::ranges::sort(unstable);
      for (std::uint32_t number = 0; number != unstable.size(); ++number)
        ASSERT_EQ(unstable[number], number) << "the same elements as before";
    }
  });
}

// Strings too long to lie in the object: each element is an allocation, and so are those of the vectors that it is in.
std::string written(std::size_t number) { return "a number of many digits, " + std::to_string(number); }

TEST_F(BadAlloc, ACollectionIsWholeOrNotThereAtAll) {
  repeat([this](std::uint64_t seed) {
    constexpr std::size_t kNumbers = 400;
    for (std::uint64_t i = 0; i != 10; ++i) {
      std::vector<std::string> all;
      std::vector<std::string> even;
      Pool pool(impatient(1 + i % 6));
      const bool all_failed = fails_while_scarce(seed * 10 + i, 400 + 100 * i, [&] {
        all = par(pool, std::size_t{0}, kNumbers) | stage::transform(&written) | stage::to_vector();
      });
      const bool even_failed = fails_while_scarce(seed * 10 + i, 400 + 100 * i, [&] {
        even = par(pool, std::size_t{0}, kNumbers) | stage::filter([](std::size_t x) { return x % 2 == 0; }) |
               stage::transform(&written) | stage::to_vector();
      });
      ASSERT_EQ(all.size(), all_failed ? 0U : kNumbers);
      ASSERT_EQ(even.size(), even_failed ? 0U : kNumbers / 2);
      for (std::size_t number = 0; number != all.size(); ++number) ASSERT_EQ(all[number], written(number));
      for (std::size_t number = 0; number != even.size(); ++number) ASSERT_EQ(even[number], written(2 * number));
    }
  });
}

}  // namespace
}  // namespace vigil::stress
