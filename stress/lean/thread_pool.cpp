// Does each task run once, though threads sleep, cross into another pool or shut the pool down, and does no thread use
// a pool that was destroyed, on this machine?

#include <vigil/lean/thread_pool.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>
#include "lean/lean_pool_place.hpp"
#include "lean/posting.hpp"
#include "lean/unreliable_thread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <latch>
#include <optional>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

struct HesitantParts : lean::PoolParts<HesitantLayer> {
  using Thread = UnreliableThread;
};
using Lean = lean::BasicThreadPool<HesitantParts>;

// More than a ring has room for.
constexpr std::size_t kOverflow = 700;

template <class Pool>
Watchdog watch(const Pool& pool) {
  return Watchdog([&pool] {
    return std::to_string(pool.threads()) + " threads, " + std::to_string(pool.idle_threads()) + " of them idle";
  });
}

lean::PoolOptions threads(std::uint64_t most) { return {.most_threads = static_cast<std::uint32_t>(most)}; }

// Leaves tasks that mark `begin` … `end`-1, in batches of up to `most`.
void post_marks(Lean& pool, Marks& marks, std::size_t begin, std::size_t end, std::size_t most, std::uint64_t seed) {
  RandomDelays delays(seed);
  Random random(seed + 1);
  while (begin != end) {
    const std::size_t count = std::min(static_cast<std::size_t>(1 + random.below(most)), end - begin);
    const auto mark = [&marks, begin](std::size_t i) { return [&marks, job = begin + i] { marks.mark(job); }; };
    ASSERT_TRUE(count == 1 ? post(pool, mark(0)) : post_batch(pool, count, mark)) << "refused before the shutdown";
    begin += count;
    delays.perhaps();
  }
}

void tasks_from_outside(std::size_t posters, std::size_t of_each, std::size_t most_at_once) {
  repeat_for_a_while([=](unsigned number) {
    Marks marks(posters * of_each);
    Lean pool(threads(1 + number % 6));
    const Watchdog watchdog = watch(pool);
    ThreadSet threads;
    threads.add(posters, [&](std::size_t poster) {
      post_marks(pool, marks, poster * of_each, (poster + 1) * of_each, most_at_once, number * posters + poster);
    });
    threads.run();
    pool.shutdown();
    pool.join();
    ASSERT_EQ(marks.complaint(), "");
    ASSERT_EQ(pool.threads(), 0U);
  });
}

TEST(LeanThreadPool, TasksThatComeOneByOneFromOutsideRunOnce) { tasks_from_outside(4, 100, 1); }
TEST(LeanThreadPool, TasksThatComeInBatchesFromOutsideRunOnce) { tasks_from_outside(3, 200, 5); }
TEST(LeanThreadPool, TasksThatComeInBatchesTooLargeForARingRunOnce) { tasks_from_outside(2, 2 * kOverflow, kOverflow); }

// Jobs `begin` … `end`-1: schedules the halves one by one or together, or, if they are few enough, all at once.
void spread(Lean& pool, Marks& marks, std::size_t begin, std::size_t end, std::uint64_t seed) {
  const std::size_t size = end - begin;
  if (size == 1) return marks.mark(begin);
  Random random(seed + begin * 31 + end);
  const auto all = [&marks, begin](std::size_t i) { return [&marks, job = begin + i] { marks.mark(job); }; };
  const auto half = [&pool, &marks, begin, end, size, seed](std::size_t i) {
    const std::size_t middle = begin + size / 2;
    return [&pool, &marks, first = i == 0 ? begin : middle, last = i == 0 ? middle : end, seed] {
      spread(pool, marks, first, last, seed);
    };
  };
  bool are_taken = true;
  if (size <= kOverflow && random.one_in(8)) {
    are_taken = post_batch(pool, size, all);
  } else if (random.one_in(2)) {
    are_taken = post_batch(pool, 2, half);
  } else {
    are_taken = post(pool, half(0)) && post(pool, half(1));
  }
  ASSERT_TRUE(are_taken) << "a task of the pool's own was refused";
}

// The shutdown comes while the first of them runs.
TEST(LeanThreadPool, TasksThatTasksScheduleRunOnceThoughThePoolIsBeingShutDown) {
  repeat_for_a_while([](unsigned number) {
    Marks marks(3 * kOverflow);
    std::optional<Lean> pool(std::in_place, threads(1 + number % 8));
    const Watchdog watchdog = watch(*pool);
    ASSERT_TRUE(post(*pool, [&] { spread(*pool, marks, 0, marks.jobs(), number); }));
    pool.reset();
    ASSERT_EQ(marks.complaint(), "");
  });
}

// One task at a time, each scheduled when the one before it has run, so that threads are on their way to sleep.
TEST(LeanThreadPool, ATaskThatComesWhileThreadsFallAsleepIsNoticed) {
  repeat_for_a_while([](unsigned number) {
    Lean pool(threads(1 + number % 4));
    const Watchdog watchdog = watch(pool);
    RandomDelays delays(number);
    std::atomic<unsigned> ran{0};
    for (unsigned task = 0; task != 200; ++task) {
      ASSERT_TRUE(post(pool, [&ran] {
        ran.fetch_add(1, std::memory_order_relaxed);
        ran.notify_one();
      }));
      ran.wait(task, std::memory_order_relaxed);
      delays.perhaps();
    }
    ASSERT_EQ(ran.load(), 200U);
  });
}

// Tasks that wait for each other: they need a thread each.
struct Meeting {
  explicit Meeting(std::size_t tasks)
      : met(static_cast<std::ptrdiff_t>(tasks)), over(static_cast<std::ptrdiff_t>(tasks)) {}

  std::latch met;
  std::latch over;
};

enum class Place { outside, inside };
enum class Way { one_by_one, together };

bool post_all(Lean& pool, Meeting& meeting, std::size_t count, Way way) {
  const auto meet = [&meeting](std::size_t = 0) {
    return [&meeting] {
      meeting.met.arrive_and_wait();
      meeting.over.count_down();
    };
  };
  if (way == Way::together) return post_batch(pool, count, meet);
  bool are_taken = true;
  for (std::size_t i = 0; i != count; ++i) are_taken = post(pool, meet()) && are_taken;
  return are_taken;
}

void all_threads_meet(Place place, Way way) {
  repeat_for_a_while([=](unsigned number) {
    const std::size_t most = 2 + number % 5;
    std::deque<Meeting> meetings;
    Lean pool(threads(most));
    const Watchdog watchdog = watch(pool);
    for (int round = 0; round != 20; ++round) {
      Meeting& meeting = meetings.emplace_back(most);
      if (place == Place::outside) {
        ASSERT_TRUE(post_all(pool, meeting, most, way));
      } else {
        ASSERT_TRUE(post(pool, [&pool, &meeting, most, way] {
          EXPECT_TRUE(post_all(pool, meeting, most - 1, way));
          meeting.met.arrive_and_wait();
          meeting.over.count_down();
        }));
      }
      meeting.over.wait();
    }
  });
}

TEST(LeanThreadPool, ThreadsForAllTasksThatComeOneByOneFromOutside) {
  all_threads_meet(Place::outside, Way::one_by_one);
}
TEST(LeanThreadPool, ThreadsForAllTasksThatComeTogetherFromOutside) { all_threads_meet(Place::outside, Way::together); }
TEST(LeanThreadPool, ThreadsForAllTasksThatATaskSchedulesOneByOne) { all_threads_meet(Place::inside, Way::one_by_one); }
TEST(LeanThreadPool, ThreadsForAllTasksThatATaskSchedulesTogether) { all_threads_meet(Place::inside, Way::together); }

thread_local std::size_t pool_of_this_thread = 0;

template <std::size_t Pool>
void begin_thread_of(std::uint32_t) noexcept {
  pool_of_this_thread = Pool;
}

// Three pools whose tasks schedule on the next one, and now and then on their own.
class Ring {
 public:
  static constexpr std::size_t kHops = 600;

  explicit Ring(std::uint64_t seed) : random_(seed), seed_(seed) {}

  void run() {
    const Watchdog watchdog([this] { return std::to_string(left_.load()) + " tasks left"; });
    for (std::size_t chain = 0; chain != kChains; ++chain) hop(chain, 0);
    for (std::size_t now = left_.load(); now != 0; now = left_.load()) left_.wait(now);
    for (auto& pool : pools_) pool.shutdown();
    for (auto& pool : pools_) pool.join();
    ASSERT_EQ(marks_.complaint(), "");
    ASSERT_EQ(refused_.load(), 0U);
    ASSERT_EQ(astray_.load(), 0U) << "tasks that ran on another pool than that which they were scheduled on";
  }

 private:
  static constexpr std::size_t kChains = 6;

  lean::PoolOptions options(void (*begin)(std::uint32_t) noexcept) {
    return {.most_threads = static_cast<std::uint32_t>(1 + random_.below(4)), .at_thread_start = begin};
  }

  void hop(std::size_t chain, std::size_t number) {
    const std::size_t job = chain * kHops + number;
    const std::size_t pool = Random(seed_ + job).below(3);
    const auto arrive = [this, chain, number, job, pool] {
      if (pool_of_this_thread != pool + 1) astray_.fetch_add(1, std::memory_order_relaxed);
      marks_.mark(job);
      if (number + 1 != kHops) hop(chain, number + 1);
      if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
    };
    if (!post(pools_[pool], arrive)) refused_.fetch_add(1, std::memory_order_relaxed);
  }

  Random random_;
  const std::uint64_t seed_;
  Marks marks_{kChains * kHops};
  std::atomic<std::size_t> left_{kChains * kHops};
  std::atomic<std::size_t> refused_{0};
  std::atomic<std::size_t> astray_{0};
  Lean pools_[3] = {Lean(options(&begin_thread_of<1>)), Lean(options(&begin_thread_of<2>)),
                    Lean(options(&begin_thread_of<3>))};
};

TEST(LeanThreadPool, TasksThatCrossBetweenPoolsRunOnThePoolThatTheyWereScheduledOn) {
  repeat_for_a_while([](unsigned number) { Ring(number).run(); });
}

enum class Closer { outside, task };

// Posters that meet a shutdown. Each accepted task schedules another one, which is never refused.
void shutdown_meets_posters(Closer closer) {
  repeat_for_a_while([closer](unsigned number) {
    constexpr std::size_t kPosters = 3;
    constexpr std::size_t kOfEach = 40;
    constexpr std::size_t kAll = kPosters * kOfEach;
    Marks marks(2 * kAll);
    std::vector<std::uint8_t> is_taken(kAll, 0);
    std::atomic<std::size_t> refused_at_home{0};
    Lean pool(threads(1 + number % 5));
    const Watchdog watchdog = watch(pool);
    const std::size_t closes_at = Random(number).below(kAll);
    ThreadSet threads;
    threads.add(kPosters, [&](std::size_t poster) {
      RandomDelays delays(number * kPosters + poster);
      for (std::size_t job = poster * kOfEach; job != (poster + 1) * kOfEach; ++job) {
        is_taken[job] = post(pool, [&, job] {
          if (closer == Closer::task && job == closes_at) pool.shutdown();
          marks.mark(job);
          if (!post(pool, [&, job] { marks.mark(kAll + job); })) refused_at_home.fetch_add(1);
        });
        delays.perhaps();
      }
    });
    threads.add([&] {
      RandomDelays delays(number * 59);
      for (std::size_t i = 0; i != closes_at; ++i) delays.perhaps();
      if (closer == Closer::outside) pool.shutdown();
    });
    threads.run();
    pool.shutdown();
    pool.join();
    ASSERT_EQ(refused_at_home.load(), 0U);
    for (std::size_t job = 0; job != 2 * kAll; ++job)
      ASSERT_EQ(marks.times(job), is_taken[job % kAll]) << "task " << job;
  });
}

TEST(LeanThreadPool, AShutdownFromOutsideRunsEachTaskOrRefusesIt) { shutdown_meets_posters(Closer::outside); }
TEST(LeanThreadPool, AShutdownFromATaskRunsEachTaskOrRefusesIt) { shutdown_meets_posters(Closer::task); }

// Up to three threads join: some before the shutdown, the one that destroys the pool at any moment. The call that
// shuts down may not have returned then.
void pool_goes_after_its_join(unsigned number) {
  constexpr std::size_t kJobs = 40;
  const std::size_t early_joiners = number % 3;
  Marks marks(kJobs);
  LeanPoolPlace<Lean> place;
  Lean& pool = place.make(threads(1 + number % 4));
  const Watchdog watchdog([] { return std::string("a pool that is joined, and destroyed"); });
  std::latch is_closing(1);
  std::latch are_out(static_cast<std::ptrdiff_t>(early_joiners + 2));
  const auto close = [&] {
    is_closing.count_down();
    pool.shutdown();
  };
  ThreadSet threads;
  threads.add(early_joiners, [&](std::size_t) {
    pool.join();
    are_out.count_down();
  });
  threads.add([&] {
    RandomDelays delays(number);
    is_closing.wait();
    for (std::uint64_t i = Random(number).below(64); i != 0; --i) delays.perhaps();
    pool.join();
    are_out.arrive_and_wait();
    place.destroy();
  });
  // Inside, perhaps, while the pool is shut down: then it is this thread that does it.
  threads.add([&] {
    while (post(pool, [] {})) continue;
    are_out.count_down();
  });
  threads.add([&] {
    post_marks(pool, marks, 0, kJobs - 1, 3, number);
    const bool closes_inside = number % 2 == 0;
    const auto last = [&marks, &close, last_job = kJobs - 1, closes_inside] {
      marks.mark(last_job);
      if (closes_inside) close();
    };
    ASSERT_TRUE(post(pool, last));
    if (!closes_inside) close();
  });
  threads.run();
  ASSERT_TRUE(place.is_untouched());
  ASSERT_EQ(marks.complaint(), "");
}

TEST(LeanThreadPool, NoThreadUsesAPoolThatWasDestroyedAfterItWasJoined) {
  repeat_for_a_while([](unsigned number) {
    for (unsigned round = 0; round != 10 && !HasFatalFailure(); ++round) pool_goes_after_its_join(10 * number + round);
  });
}

TEST(LeanThreadPool, PoolsThatComeAndGoLeaveNoTaskBehind) {
  repeat_for_a_while([](unsigned number) {
    ThreadSet makers;
    makers.add(2, [&](std::size_t maker) {
      for (std::size_t i = 0; i != 20; ++i) {
        Marks marks(i);
        {
          Lean pool(threads(1 + (number + maker + i) % 4));
          post_marks(pool, marks, 0, i, 4, number * 40 + maker * 20 + i);
        }
        ASSERT_EQ(marks.complaint(), "");
      }
    });
    makers.run();
  });
}

// What the layer keeps for ThreadSanitizer in the main thread ends before static objects do.
#ifndef VIGIL_UNDER_TSAN
// Before main until after it: its destructor joins threads that have slept since the last test.
constinit lean::ThreadPool static_pool(lean::PoolOptions{.most_threads = 3});

TEST(LeanThreadPool, AStaticPoolServesTheWholeProgram) {
  repeat_for_a_while([](unsigned) {
    const Watchdog watchdog = watch(static_pool);
    constexpr std::size_t kJobs = 300;
    Marks marks(kJobs);
    std::latch ended(kJobs);
    for (std::size_t job = 0; job != kJobs; ++job) {
      ASSERT_TRUE(post(static_pool, [&marks, &ended, job] {
        marks.mark(job);
        ended.count_down();
      }));
    }
    ended.wait();
    ASSERT_EQ(marks.complaint(), "");
  });
}
#endif

}  // namespace
}  // namespace vigil::stress
