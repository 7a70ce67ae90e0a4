// What does one worker do, and what does it tell Sleep? The test's own thread plays the workers, one after the other.

#include "sleep/scripted_atomics.hpp"
#include "talkative_sleep.hpp"

#include <vigil/pool/join.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace vigil {
namespace {

using proofs::NewJobs;
using proofs::TalkativeSleep;
using ::testing::ElementsAre;

// Thieves begin with the victim that the test names.
struct FromVictim {
  static inline std::uint64_t first = 0;
  explicit FromVictim(std::uint64_t) {}
  static std::uint64_t below(std::uint64_t) { return first; }
};

struct Parts : PoolParts<StdAtomics> {
  using Sleep = TalkativeSleep;
  using Random = FromVictim;
};

using PlayedWorker = Worker<Parts>;

// A job that writes its name when it runs. Left to a deque, or to the set as one of a thread outside, or as a call.
template <class Kind>
struct Named : Kind {
  Named(char name_of_job, std::string& log_of_all) : Kind(&write), name(name_of_job), log(log_of_all) {}
  static void write(Job<Parts>& job, PlayedWorker&) noexcept {
    auto& self = static_cast<Named&>(job);
    self.log += self.name;
  }
  char name;
  std::string& log;
};
using InternalJob = Named<Job<Parts>>;
using OutsidersJob = Named<InjectedJob<Parts>>;
using Call = Named<CallJob<Parts>>;

struct Workers : WorkerSet<Parts> {
  explicit Workers(std::size_t count) : WorkerSet<Parts>(count, {}, 4) {
    FromVictim::first = 0;
    for (std::size_t index = 0; index != count; ++index) add_worker(index);
  }
};

std::string ran_by(PlayedWorker& worker, const std::string& log) {
  const std::size_t before = log.size();
  while (worker.run_one()) {
  }
  return log.substr(before);
}

TEST(Worker, TellsSleepOfEachJobThatItPushesAndWhetherItsDequeWasEmpty) {
  Workers set(1);
  std::string log;
  InternalJob first('a', log), second('b', log), third('c', log);
  set.worker(0).push(first);
  set.worker(0).push(second);
  EXPECT_EQ(ran_by(set.worker(0), log), "ba");
  set.worker(0).push(third);
  EXPECT_EQ(ran_by(set.worker(0), log), "c");
  EXPECT_THAT(set.sleep().internal, ElementsAre(NewJobs(1, true), NewJobs(1, false), NewJobs(1, true)));
}

template <class Kind>
std::vector<NewJobs> told_of_two() {
  Workers set(1);
  std::string log;
  Kind first('a', log), second('b', log);
  set.inject(first);
  set.inject(second);
  (void)ran_by(set.worker(0), log);
  return set.sleep().injected;
}

TEST(WorkerSet, TellsSleepOfEachJobFromOutsideAndWhetherTheirQueueWasEmpty) {
  EXPECT_THAT(told_of_two<OutsidersJob>(), ElementsAre(NewJobs(1, true), NewJobs(1, false)));
  EXPECT_THAT(told_of_two<Call>(), ElementsAre(NewJobs(1, true), NewJobs(1, false)));
}

TEST(Worker, TakesItsOwnNewestJobThenTheOldestOfAnotherThenCallsThenOthersFromOutside) {
  Workers set(2);
  std::string log;
  InternalJob a('a', log), b('b', log), c('c', log), d('d', log);
  Call e('e', log);
  OutsidersJob f('f', log);
  set.inject(f);
  set.inject(e);
  for (InternalJob* const job : {&c, &d}) set.worker(1).push(*job);
  for (InternalJob* const job : {&b, &a}) set.worker(0).push(*job);
  EXPECT_EQ(ran_by(set.worker(0), log), "abcdef");
  EXPECT_FALSE(set.worker(0).run_one());
  const WorkerStatistics done = set.worker(0).statistics();
  EXPECT_EQ(done.executed, 6U);
  EXPECT_EQ(done.stolen, 2U);
  EXPECT_EQ(done.injected, 2U);
}

// The thief begins with the victim that its generator names, goes on with the next one, and leaves out itself.
TEST(Worker, StealsFromTheOthersInTurnWhereverItBegins) {
  constexpr std::size_t kWorkers = 4;
  for (std::size_t thief = 0; thief != kWorkers; ++thief)
    for (std::size_t first = 0; first != kWorkers; ++first) {
      Workers set(kWorkers);
      FromVictim::first = first;
      std::string log;
      std::deque<InternalJob> jobs;
      for (std::size_t victim = 0; victim != kWorkers; ++victim)
        if (victim != thief) set.worker(victim).push(jobs.emplace_back(static_cast<char>('0' + victim), log));
      std::string due;
      for (std::size_t i = 0; i != kWorkers; ++i)
        if (const std::size_t victim = (first + i) % kWorkers; victim != thief) due += static_cast<char>('0' + victim);
      EXPECT_EQ(ran_by(set.worker(thief), log), due) << "thief " << thief << " begins at " << first;
    }
}

// A deque whose first thief loses a race.
template <class Job>
class OnceLost {
 public:
  explicit OnceLost(std::size_t) {}
  void push(Job job) { job_ = job; }
  [[nodiscard]] MaybeJob<Job> pop() { return {}; }
  [[nodiscard]] static std::uint64_t next_index() { return 0; }
  [[nodiscard]] StealResult<Job> steal(std::uint64_t&) {
    if (is_empty()) return StealResult<Job>::empty();
    if (!std::exchange(has_lost_, true)) return StealResult<Job>::retry();
    return StealResult<Job>::success(std::exchange(job_, nullptr));
  }
  [[nodiscard]] std::size_t size() const { return is_empty() ? 0 : 1; }
  [[nodiscard]] bool is_empty() const { return job_ == nullptr; }

 private:
  Job job_ = nullptr;
  bool has_lost_ = false;
};

struct ContendedParts : Parts {
  template <class Job>
  using Deque = OnceLost<Job>;
};

TEST(Worker, StealsOnceMoreIfItHasLostARace) {
  struct Counted : Job<ContendedParts> {
    Counted() : Job([](Job& job, Worker<ContendedParts>&) noexcept { ++static_cast<Counted&>(job).runs; }) {}
    int runs = 0;
  };
  FromVictim::first = 0;
  WorkerSet<ContendedParts> set(3, {}, 4);
  for (std::size_t index = 0; index != set.size(); ++index) set.add_worker(index);
  Counted job;
  set.worker(0).push(job);
  EXPECT_TRUE(set.worker(2).run_one());
  EXPECT_EQ(job.runs, 1);
}

// What a worker tells Sleep, of three, that waits and finds a job on the deque of the first one, which ends its wait.
// `leave` leaves more jobs.
std::vector<bool> left_behind_with(const std::function<void(Workers&)>& leave) {
  struct Last : Job<Parts> {
    explicit Last(PlayedWorker::Latch& what) : Job<Parts>(&end), latch(what) {}
    static void end(Job<Parts>& job, PlayedWorker&) noexcept { (void)static_cast<Last&>(job).latch.set(); }
    PlayedWorker::Latch& latch;
  };
  Workers set(3);
  PlayedWorker::Latch latch;
  Last last(latch);
  set.worker(0).push(last);
  leave(set);
  set.worker(1).wait_until(latch);
  while (set.worker(1).run_one()) {
  }
  return set.sleep().left_behind;
}

TEST(Worker, TellsSleepBeforeItRunsAJobWhetherItLeavesOthersBehind) {
  std::string log;
  InternalJob a('a', log), b('b', log);
  OutsidersJob c('c', log);
  Call d('d', log);
  EXPECT_THAT(left_behind_with([](Workers&) {}), ElementsAre(false));
  EXPECT_THAT(left_behind_with([&](Workers& set) { set.worker(0).push(a); }), ElementsAre(true));
  EXPECT_THAT(left_behind_with([&](Workers& set) { set.worker(2).push(b); }), ElementsAre(true));
  EXPECT_THAT(left_behind_with([&](Workers& set) { set.inject(c); }), ElementsAre(true));
  EXPECT_THAT(left_behind_with([&](Workers& set) { set.inject(d); }), ElementsAre(true));
  EXPECT_EQ(log, "abcd");
}

TEST(Worker, GoesToSleepOnceItHasSearchedInVain) {
  Workers set(3);
  PlayedWorker::Latch latch;
  set.worker(1).wait_until(latch);
  EXPECT_EQ(set.sleep().searches_in_vain, 1);
  EXPECT_THAT(set.sleep().left_behind, ElementsAre(false));
}

TEST(Worker, IsWokenFromItsSleepAtTheEndOfACallUnlessItWaitsAtTheQueueOfCalls) {
  Workers set(2);
  PlayedWorker::Latch latch, latch_at_limit;
  set.worker(1).set_latch_of_call(latch, false);
  EXPECT_TRUE(latch.probe());
  EXPECT_THAT(set.sleep().owners, ElementsAre(1));
  set.worker(1).set_latch_of_call(latch_at_limit, true);
  EXPECT_TRUE(latch_at_limit.probe());
  EXPECT_THAT(set.sleep().owners, ElementsAre(1));
}

TEST(Worker, IsThatOfItsThreadAsLongAsItRuns) {
  struct Asks : InjectedJob<Parts> {
    Asks() : InjectedJob<Parts>(&ask) {}
    static void ask(Job<Parts>& job, PlayedWorker& worker) noexcept {
      static_cast<Asks&>(job).current = PlayedWorker::current();
      worker.stop();
    }
    PlayedWorker* current = nullptr;
  };
  Workers set(1);
  Asks job;
  set.inject(job);
  set.worker(0).run();
  EXPECT_EQ(job.current, &set.worker(0));
  EXPECT_EQ(PlayedWorker::current(), nullptr);
  EXPECT_EQ(set.current(), nullptr);
}

// What a worker has done, as its job sees it.
template <class P>
WorkerStatistics seen_by_an_injected_job() {
  struct Asks : InjectedJob<P> {
    Asks() : InjectedJob<P>(&ask) {}
    static void ask(Job<P>& job, Worker<P>& worker) noexcept { static_cast<Asks&>(job).seen = worker.statistics(); }
    WorkerStatistics seen;
  };
  WorkerSet<P> set(1, {}, 4);
  set.add_worker(0);
  Asks job;
  if constexpr (P::Intake::kHasPriorities) job.set_priority(Priority::high);
  set.inject(job);
  EXPECT_TRUE(set.worker(0).run_one());
  return job.seen;
}

TEST(Worker, CountsAJobBeforeItRuns) {
  for (const WorkerStatistics& seen : {seen_by_an_injected_job<Parts>(), seen_by_an_injected_job<PriorityParts<>>()}) {
    EXPECT_EQ(seen.executed, 1U);
    EXPECT_EQ(seen.injected, 1U);
  }
}

// The newer one runs on the way to the older one.
TEST(Worker, CountsCallsThatAreJoinedInAnyOrder) {
  Workers set(1);
  PlayedWorker& worker = set.worker(0);
  constexpr auto kDouble = [](int x) { return 2 * x; };
  Future<int, int, Parts> older, newer;
  older.fork<kDouble>(worker, 1);
  newer.fork<kDouble>(worker, 2);
  EXPECT_EQ(older.join<kDouble>(worker), 2);
  EXPECT_EQ(worker.statistics().executed, 1U) << "the newer one; the older one was made in place";
  EXPECT_EQ(newer.join<kDouble>(worker), 4);
  EXPECT_EQ(worker.statistics().executed, 1U);
  EXPECT_EQ(worker.statistics().stolen, 0U);
}

TEST(Worker, TakesBackAJobFromBelowAndLeavesOlderOnesOnItsDeque) {
  Workers set(1);
  std::string log;
  InternalJob oldest('a', log), middle('b', log), newest('c', log);
  for (InternalJob* const job : {&oldest, &middle, &newest}) set.worker(0).push(*job);
  PlayedWorker::Latch latch;
  EXPECT_TRUE(set.worker(0).take_back(middle, latch));
  EXPECT_EQ(log, "c");
  EXPECT_EQ(ran_by(set.worker(0), log), "a");
}

// A latch that notices a worker that asks again and again.
class AskedInVain {
 public:
  [[nodiscard]] bool probe() {
    if (!is_set_ && ++asked_ == 100) throw std::logic_error("the worker spins");
    return is_set_;
  }
  bool set() { return is_set_ = true; }

 private:
  bool is_set_ = false;
  int asked_ = 0;
};

struct BlockedParts : PoolParts<proofs::ScriptedAtomics> {
  using Sleep = TalkativeSleep;
  using Random = FromVictim;
  using Latch = AskedInVain;
};

// However often it wakes spuriously.
TEST(Worker, BlocksAtTheQueueOfCallsIfItIsAtItsLimit) {
  proofs::ScriptedAtomics::reset();
  WorkerSet<BlockedParts> set(1, {}, 4);
  set.add_worker(0);
  AskedInVain latch;
  proofs::ScriptedAtomics::while_blocked = [&] {
    if (proofs::ScriptedAtomics::waits == 3) set.worker(0).set_latch_of_call(latch, true);
  };
  EXPECT_NO_THROW(set.worker(0).wait_for_call(latch, true));
  EXPECT_EQ(proofs::ScriptedAtomics::waits, 3);
  proofs::ScriptedAtomics::reset();
}

TEST(Worker, WaitsApartInsideAnIsolationAndTellsSleepOfTheJobsThatItLeavesOnItsDeque) {
  Workers set(2);
  std::string log;
  InternalJob a('a', log), b('b', log), c('c', log);
  set.worker(0).push(a);
  set.worker(0).push(b);
  set.worker(0).isolate([&] {
    set.worker(0).push(c);
    PlayedWorker::Latch latch;
    set.worker(0).wait_until(latch);
    EXPECT_EQ(log, "c");
  });
  EXPECT_EQ(set.sleep().waits_apart, 1);
  EXPECT_EQ(set.sleep().searches_in_vain, 0);
  EXPECT_THAT(set.sleep().injected, ElementsAre(NewJobs(2, false)));
  EXPECT_FALSE(set.are_jobs_left_on_deques()) << "the wait is over";
  EXPECT_EQ(ran_by(set.worker(1), log), "ab");
}

TEST(Worker, TellsSleepNothingIfItWaitsInsideAnIsolationAndLeavesNoJob) {
  Workers set(2);
  std::string log;
  InternalJob a('a', log), b('b', log);
  set.worker(0).push(a);
  set.worker(0).isolate([&] {
    set.worker(0).push(b);
    EXPECT_TRUE(set.worker(1).run_one()) << "the job below the mark is stolen";
    PlayedWorker::Latch latch;
    set.worker(0).wait_until(latch);
  });
  EXPECT_EQ(log, "ab");
  EXPECT_THAT(set.sleep().injected, ElementsAre());
}

}  // namespace
}  // namespace vigil
