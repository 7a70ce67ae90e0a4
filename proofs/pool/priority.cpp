// In a pool with priorities: which job comes next, does any starve, and does a pool without them know nothing of it?

#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/priority_scheduler.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil {
namespace {

using Parts = PriorityParts<>;
using PlayedWorker = Worker<Parts>;

// A pool without priorities pays nothing for them.
static_assert(std::is_empty_v<PlainIntake>);
static_assert(sizeof(InjectedJob<DefaultParts>) == sizeof(Job<DefaultParts>) + sizeof(InjectorNode<>));
template <class Pool>
concept HasPriorities = requires(Pool& pool) {
  pool.call(Priority::high, [] {});
};
static_assert(HasPriorities<PriorityThreadPool> && !HasPriorities<ThreadPool>);

// ---- one worker, which the test's own thread plays

// A job that writes its name when it runs, and then does what the test says.
template <class Kind>
struct Named : Kind {
  Named(char name_of_job, std::string& log_of_all, std::function<void(PlayedWorker&)> what_then = {})
      : Kind(&write), name(name_of_job), log(log_of_all), then(std::move(what_then)) {}
  static void write(Job<Parts>& job, PlayedWorker& worker) noexcept {
    auto& self = static_cast<Named&>(job);
    self.log += self.name;
    if (self.then) self.then(worker);
  }
  char name;
  std::string& log;
  std::function<void(PlayedWorker&)> then;
};
using InternalJob = Named<Job<Parts>>;
using Call = Named<CallJob<Parts>>;
struct OutsidersJob : Named<InjectedJob<Parts>> {
  OutsidersJob(Priority priority, char name_of_job, std::string& log_of_all,
               std::function<void(PlayedWorker&)> what_then = {})
      : Named(name_of_job, log_of_all, std::move(what_then)) {
    set_priority(priority);
  }
};

struct Workers : WorkerSet<Parts> {
  explicit Workers(std::size_t count) : WorkerSet<Parts>(count, {}, 4) {
    for (std::size_t index = 0; index != count; ++index) add_worker(index);
  }
};

std::string ran_by(PlayedWorker& worker, const std::string& log) {
  const std::size_t before = log.size();
  while (worker.run_one()) {
  }
  return log.substr(before);
}

TEST(PriorityThreadPool, AWorkerTakesUrgentJobsThenItsOwnThenThoseOfOthersThenCallsThenTheOtherLevels) {
  Workers set(2);
  std::string log;
  InternalJob own('o', log), others('s', log);
  Call call('c', log);
  OutsidersJob low(Priority::low, 'l', log), normal(Priority::normal, 'n', log), high(Priority::high, 'h', log);
  for (OutsidersJob* const job : {&low, &normal, &high}) set.inject(*job);
  set.inject(call);
  set.worker(1).push(others);
  set.worker(0).push(own);
  EXPECT_EQ(ran_by(set.worker(0), log), "hoscnl");
  EXPECT_EQ(set.worker(0).statistics().executed, 6U);
  EXPECT_EQ(set.worker(0).statistics().injected, 4U);
}

TEST(PriorityThreadPool, AnUrgentJobDoesNotWaitUntilAWorkersDequeIsEmpty) {
  Workers set(1);
  std::string log;
  OutsidersJob high(Priority::high, 'h', log), normal(Priority::normal, 'n', log);
  InternalJob first('a', log, [&](PlayedWorker&) { set.inject(high), set.inject(normal); }), second('b', log);
  set.worker(0).push(second);
  set.worker(0).push(first);
  EXPECT_EQ(ran_by(set.worker(0), log), "ahbn");
}

TEST(PriorityThreadPool, AWorkerThatWaitsRunsUrgentJobsFirst) {
  Workers set(1);
  std::string log;
  PlayedWorker::Latch latch;
  OutsidersJob high(Priority::high, 'h', log);
  InternalJob own('o', log, [&](PlayedWorker& worker) { worker.set_latch(latch); });
  set.worker(0).push(own);
  set.inject(high);
  set.worker(0).wait_until(latch);
  EXPECT_EQ(log, "ho");
}

TEST(PriorityThreadPool, AWorkerInsideAnIsolationTakesNoUrgentJob) {
  Workers set(1);
  std::string log;
  OutsidersJob high(Priority::high, 'h', log);
  set.inject(high);
  set.worker(0).isolate([&] {
    EXPECT_FALSE(set.worker(0).run_one());
    PlayedWorker::Latch latch;
    InternalJob inside('i', log, [&](PlayedWorker& worker) { worker.set_latch(latch); });
    set.worker(0).push(inside);
    set.worker(0).wait_until(latch);
    EXPECT_EQ(log, "i");
  });
  EXPECT_EQ(ran_by(set.worker(0), log), "h");
}

// What a worker runs, `jobs` in all, if each job of the levels in `flooded` leaves another one of its level.
class Flood {
 public:
  Flood(std::initializer_list<Priority> flooded) {
    for (const Priority priority : flooded) add(priority);
  }
  void add(Priority priority) {
    const char name = "hnl"[static_cast<std::size_t>(priority)];
    jobs_.emplace_back(priority, name, log_,
                       [this, which = jobs_.size()](PlayedWorker&) { set_.inject(jobs_[which]); });
    set_.inject(jobs_.back());
  }
  [[nodiscard]] PlayedWorker& worker() { return set_.worker(0); }
  [[nodiscard]] std::string& log() { return log_; }
  std::string runs(std::size_t jobs) {
    log_.clear();
    while (log_.size() != jobs) EXPECT_TRUE(worker().run_one());
    return log_;
  }

 private:
  Workers set_{1};
  std::string log_;
  std::deque<OutsidersJob> jobs_;
};

TEST(PriorityThreadPool, LowerLevelsTakeTurnsBesideAFloodOfUrgentJobs) {
  Flood flood({Priority::high, Priority::normal, Priority::low});
  const std::string streak(15, 'h');
  EXPECT_EQ(flood.runs(64), streak + "l" + streak + "n" + streak + "l" + streak + "n");
}

TEST(PriorityThreadPool, TheLowestLevelGetsTurnsBesideAFloodOfTheOneAboveIt) {
  Flood flood({Priority::normal, Priority::low});
  EXPECT_EQ(flood.runs(64), std::string(15, 'n') + "l" + std::string(31, 'n') + "l" + std::string(16, 'n'))
      << "every other turn is that of the flood's own level";
}

TEST(PriorityThreadPool, ATurnOfALevelWithoutJobsGoesToTheHighestOne) {
  Flood flood({Priority::high, Priority::low});
  EXPECT_EQ(flood.runs(63), std::string(15, 'h') + "l" + std::string(15 + 1 + 14, 'h') + "l" + std::string(16, 'h'));
}

TEST(PriorityThreadPool, AWorkersOwnJobsGetTurnsBesideAFloodOfUrgentJobs) {
  Flood flood({Priority::high, Priority::low});
  std::deque<InternalJob> own;
  for (int i = 0; i != 2; ++i) flood.worker().push(own.emplace_back('o', flood.log()));
  const std::string streak(15, 'h');
  EXPECT_EQ(flood.runs(48), streak + "o" + streak + "o" + streak + "l");
}

// ---- pools

// Says how many jobs have been left to the pool.
struct CountingSleep : Sleep<StdAtomics> {
  using Sleep<StdAtomics>::Sleep;
  IdleWorkers new_injected_jobs(std::uint64_t jobs, bool queue_was_empty) {
    const IdleWorkers idle = Sleep<StdAtomics>::new_injected_jobs(jobs, queue_was_empty);
    ++left;
    left.notify_all();
    return idle;
  }
  static void wait_until_left(int jobs) {
    for (int before = left; before != jobs; before = left) left.wait(before);
  }
  static inline std::atomic<int> left = 0;
};
struct CountingParts : PoolParts<StdAtomics> {
  using Sleep = CountingSleep;
};

// A pool whose only worker is held up, and jobs that write their names.
class HeldUp {
 public:
  using Parts = PriorityParts<CountingParts>;

  // Holds the worker up, or writes its name.
  struct Posted : PostedJob<Parts> {
    Posted(HeldUp& whose, Priority priority, char its_name = 0) : PostedJob<Parts>(&run), all(whose), name(its_name) {
      set_priority(priority);
    }
    static void run(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
      auto& self = static_cast<Posted&>(job);
      self.name == 0 ? self.all.hold() : self.all.write(self.name);
    }
    HeldUp& all;
    char name;
  };

  HeldUp() {
    CountingSleep::left = 0;
    EXPECT_TRUE(pool.post(holding_));
    is_held_.wait(false);
  }
  void write(char name) { log += name; }
  void release() {
    is_released_ = true;
    is_released_.notify_one();
  }

  std::string log;

 private:
  void hold() {
    is_held_ = true;
    is_held_.notify_one();
    is_released_.wait(false);
  }

  std::atomic<bool> is_held_ = false;
  std::atomic<bool> is_released_ = false;
  Posted holding_{*this, Priority::normal};

 public:
  BasicThreadPool<Parts> pool{{.workers = 1}};
};

TEST(PriorityThreadPool, RunsWhatWasPostedInTheOrderOfPrioritiesAndAllOfItBeforeItHasStopped) {
  HeldUp held;
  HeldUp::Posted low(held, Priority::low, 'l'), other_low(held, Priority::low, 'L'),
      normal(held, Priority::normal, 'n'), high(held, Priority::high, 'h');
  for (HeldUp::Posted* const job : {&low, &normal, &high, &other_low}) EXPECT_TRUE(held.pool.post(*job));
  held.release();
  held.pool.stop();
  EXPECT_EQ(held.log, "hnLl") << "the newest first within a level, as the pool's injector has it";
}

TEST(PriorityThreadPool, MakesCallsInTheOrderOfPriorities) {
  HeldUp held;
  std::vector<std::thread> callers;
  int left = 1;
  for (const auto& [priority, name] : {std::pair(Priority::normal, 'n'), {Priority::high, 'h'}, {Priority::low, 'l'}}) {
    callers.emplace_back(
        [&held, priority = priority, name = name] { held.pool.call(priority, [&] { held.write(name); }); });
    CountingSleep::wait_until_left(++left);
  }
  held.release();
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(held.log, "hnl");
}

TEST(PriorityThreadPool, RunsOperationsOfItsSchedulersInTheOrderOfTheirPriorities) {
  HeldUp held;
  std::vector<std::thread> starters;
  int left = 1;
  const auto start = [&](auto scheduler, char name) {
    starters.emplace_back([&held, scheduler, name] {
      (void)execution::sync_wait(execution::schedule(scheduler) | execution::then([&held, name] { held.write(name); }));
    });
    CountingSleep::wait_until_left(++left);
  };
  start(scheduler_of(held.pool), 'n');
  start(scheduler_of<Priority::high>(held.pool), 'h');
  start(scheduler_of<Priority::low>(held.pool), 'l');
  held.release();
  for (auto& starter : starters) starter.join();
  EXPECT_EQ(held.log, "hnl");
}

TEST(PriorityThreadPool, ReturnsWhatACallReturnsOrThrows) {
  PriorityThreadPool pool({.workers = 1});
  EXPECT_EQ(pool.call([] { return 6; }), 6);
  EXPECT_EQ(pool.call(Priority::high, [] { return 7; }), 7);
  EXPECT_EQ(pool.call(Priority::low, [](PlayedWorker& worker) { return worker.index(); }), 0U);
  EXPECT_THROW(pool.call(Priority::high, [] { throw std::out_of_range("here"); }), std::out_of_range);
  EXPECT_EQ(pool.call([&] { return pool.call(Priority::low, [] { return 8; }); }), 8) << "in place";
  PriorityThreadPool other({.workers = 1});
  EXPECT_EQ(other.call([&] { return pool.call(Priority::low, [] { return 9; }); }), 9) << "by the queue of calls";
  pool.stop();
  EXPECT_THROW(pool.call(Priority::high, [] {}), PoolStopped);
}

TEST(PriorityThreadPool, RunsAlgorithmsAsAnyPool) {
  PriorityThreadPool pool({.workers = 2});
  const auto sum =
      parallel_reduce(pool, std::size_t{1'000}, std::size_t{0}, std::plus(), [](std::size_t i) { return i; });
  EXPECT_EQ(sum, 499'500U);
  std::atomic<int> tasks = 0;
  scope(pool, [&](auto& all) {
    for (int i = 0; i != 10; ++i) all.spawn([&] { ++tasks; });
  });
  EXPECT_EQ(tasks, 10);
}

TEST(PriorityThreadPool, AJobHasNormalPriorityIfNothingElseIsSaid) {
  struct Plain : PostedJob<Parts> {
    Plain() : PostedJob([](PostedJob&, PlayedWorker&) noexcept {}) {}
  };
  Plain job;
  EXPECT_EQ(job.priority(), Priority::normal);
  job.set_priority(Priority::low);
  EXPECT_EQ(job.priority(), Priority::low);
}

}  // namespace
}  // namespace vigil
