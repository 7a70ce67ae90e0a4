// Do the workers of a pool run where its placement says, on made-up machines and on this one?

#include "pool/machine.hpp"

#include <vigil/pool/thread_pool.hpp>
#include <vigil/testing/in_child.hpp>
#include <vigil/testing/layer.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

namespace vigil {
namespace {

using proofs::kSixteen;
using proofs::Machine;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::in_child;

Processors numbers_of(const Placement& placement) {
  Processors numbers;
  for (const Processor& each : placement.processors()) numbers.push_back(each.number);
  return numbers;
}

const Topology& two_sockets() {
  static const Topology kTopology = [] {
    Machine machine;
    return Topology(make_two_sockets(machine).root(), kSixteen);
  }();
  return kTopology;
}

TEST(Placement, IsNoneByDefault) {
  EXPECT_TRUE(Placement().is_none());
  EXPECT_TRUE(Placement::none().is_none());
  EXPECT_TRUE(PoolOptions().placement.is_none());
  EXPECT_FALSE(Placement::spread().is_none());
}

TEST(Placement, SpreadsOverNodesThenCachesThenCoresThenHyperthreads) {
  EXPECT_THAT(numbers_of(Placement::spread(two_sockets())),
              ElementsAre(0, 4, 2, 6, 1, 5, 3, 7, 8, 12, 10, 14, 9, 13, 11, 15));
}

TEST(Placement, CompactFillsCoresThenCachesThenNodes) {
  EXPECT_THAT(numbers_of(Placement::compact(two_sockets())),
              ElementsAre(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
}

TEST(Placement, SpreadsOverNodesOfOnePackageToo) {
  const Topology topology({{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 0, 0, 1}, {3, 3, 0, 0, 1}});
  EXPECT_THAT(numbers_of(Placement::spread(topology)), ElementsAre(0, 2, 1, 3));
}

TEST(Placement, SpreadsUnevenMachinesAsFarAsTheyGo) {
  // Node 0 has one processor, node 1 a core of three hyperthreads, and a core of one.
  const Topology topology({{0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {2, 1, 1, 1, 1}, {3, 1, 1, 1, 1}, {4, 4, 1, 1, 1}});
  EXPECT_THAT(numbers_of(Placement::spread(topology)), ElementsAre(0, 1, 4, 2, 3));
}

TEST(Placement, SpreadsOverMoreThanTwoOfAKind) {
  // Three caches, each with three cores.
  std::vector<Processor> processors;
  for (unsigned number = 0; number != 9; ++number) processors.push_back({number, number, number / 3, 0, 0});
  EXPECT_THAT(numbers_of(Placement::spread(Topology(processors))), ElementsAre(0, 3, 6, 1, 4, 7, 2, 5, 8));
}

TEST(Placement, SpreadsOverPackagesOfOneNode) {
  const Topology topology({{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 0, 1, 0}, {3, 3, 0, 1, 0}});
  EXPECT_THAT(numbers_of(Placement::spread(topology)), ElementsAre(0, 2, 1, 3));
}

TEST(PlacementDeathTest, HasNoProcessorIfThereIsNone) { EXPECT_DEBUG_DEATH((void)Placement().of(0).number, "is_none"); }

TEST(Placement, TakesAListAsItIs) {
  const Placement placement = Placement::on({7, 0, 7}, two_sockets());
  EXPECT_THAT(numbers_of(placement), ElementsAre(7, 0, 7));
  EXPECT_EQ(placement.of(0).node, 1U);
  EXPECT_EQ(placement.of(1).node, 0U);
}

TEST(Placement, BeginsAgainIfThereAreMoreWorkersThanProcessors) {
  const Placement placement = Placement::on({7, 0}, two_sockets());
  for (std::size_t worker = 0; worker != 10; ++worker)
    EXPECT_EQ(placement.of(worker).number, worker % 2 == 0 ? 7U : 0U) << worker;
}

TEST(Placement, RefusesAListThatNamesNoProcessorOrOneThatIsNotThere) {
  EXPECT_THROW((void)Placement::on({}, two_sockets()), std::invalid_argument);
  EXPECT_THROW((void)Placement::on({0, 16}, two_sockets()), std::invalid_argument);
  EXPECT_THROW((void)Placement::on({0, 65'536}), std::invalid_argument);
}

TEST(Placement, RefusesAProcessorThatTheThreadMayNotUse) {
  const Processors all = thread_processors().value();
  if (all.size() < 2) GTEST_SKIP() << "needs two processors";
  std::thread([&] {
    ASSERT_FALSE(set_thread_processors({all[0]}));
    EXPECT_NO_THROW((void)Placement::on({all[0]}));
    EXPECT_THROW((void)Placement::on({all[1]}), std::invalid_argument);
  }).join();
}

TEST(Placement, HasEachProcessorOnceWhateverTheMachineIs) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint16_t>& choices) {
    std::vector<Processor> processors{{0, 0, 0, 0, 0}};
    for (const unsigned choice : choices)
      processors.push_back(
          {static_cast<unsigned>(processors.size()), choice % 7, choice / 7 % 5, choice / 35 % 3, choice / 105 % 3});
    const Topology topology(processors);
    for (const Placement& placement : {Placement::spread(topology), Placement::compact(topology)}) {
      auto placed = placement.processors();
      std::sort(placed.begin(), placed.end(), [](auto& a, auto& b) { return a.number < b.number; });
      RC_ASSERT(placed == processors);
    }
  }));
}

// ---- on this machine

// The processors on which the worker may run, and the one on which it runs. -1: more than one.
int place_of_this_thread() {
  const Processors allowed = thread_processors().value();
  const int here = sched_getcpu();
  return allowed.size() == 1 && static_cast<int>(allowed.front()) == here ? here : -1;
}

// What `ask` returns on each of the workers, which are all asked at the same time.
template <class Ask>
std::vector<int> on_each_worker(ThreadPool& pool, Ask ask) {
  std::vector<int> answers(pool.workers(), -2);
  std::atomic<std::size_t> here = 0;
  std::vector<std::thread> callers;
  for (std::size_t i = 0; i != pool.workers(); ++i)
    callers.emplace_back([&] {
      pool.call([&](ThreadPool::Worker& worker) {
        ++here;
        while (here != pool.workers()) std::this_thread::yield();
        answers[worker.index()] = ask();
      });
    });
  for (std::thread& caller : callers) caller.join();
  return answers;
}

std::vector<int> due_of(const Placement& placement, std::size_t workers) {
  std::vector<int> due;
  for (std::size_t worker = 0; worker != workers; ++worker)
    due.push_back(static_cast<int>(placement.of(worker).number));
  return due;
}

TEST(PlacedThreadPool, RunsEachWorkerOnItsProcessor) {
  const Processors before = thread_processors().value();
  for (const Placement& placement : {Placement::spread(), Placement::compact(), Placement::on({before.back()})})
    for (const std::size_t workers : {std::size_t{1}, std::size_t{2}, placement.processors().size() + 3}) {
      ThreadPool pool({.workers = workers, .placement = placement});
      EXPECT_THAT(on_each_worker(pool, place_of_this_thread), ElementsAreArray(due_of(placement, workers)));
    }
  EXPECT_EQ(thread_processors(), before) << "the maker is back where it was";
}

TEST(PlacedThreadPool, RunsWorkersWithStacksOfAChosenSizeThereToo) {
  ThreadPool pool({.workers = 2, .stack_bytes = 1U << 20, .placement = Placement::spread()});
  EXPECT_THAT(on_each_worker(pool, place_of_this_thread), ElementsAreArray(due_of(Placement::spread(), 2)));
}

TEST(PlacedThreadPool, HasItsThreadsInPlaceWhenTheyBegin) {
  static std::array<std::atomic<int>, 3> places;
  for (auto& place : places) place = -3;
  const Placement placement = Placement::spread();
  ThreadPool pool({.workers = places.size(),
                   .at_thread_start = [](std::size_t worker) noexcept { places[worker] = place_of_this_thread(); },
                   .placement = placement});
  pool.stop();
  EXPECT_THAT(std::vector<int>(places.begin(), places.end()), ElementsAreArray(due_of(placement, places.size())));
}

// On which processor each deque was made.
std::vector<int> made_on;

template <class Job>
struct RecordedDeque : ChaseLevDeque<Job> {
  explicit RecordedDeque(std::size_t capacity) : ChaseLevDeque<Job>(capacity) { made_on.push_back(sched_getcpu()); }
};
struct RecordedParts : PoolParts<StdAtomics> {
  template <class Job>
  using Deque = RecordedDeque<Job>;
};

TEST(PlacedThreadPool, MakesEachWorkerOnItsProcessor) {
  made_on.clear();
  const Placement placement = Placement::spread();
  const BasicThreadPool<RecordedParts> pool({.workers = 5, .placement = placement});
  EXPECT_THAT(made_on, ElementsAreArray(due_of(placement, 5)));
}

TEST(PlacedThreadPool, LeavesThreadsWithoutAPlacementAlone) {
  const Processors before = thread_processors().value();
  ThreadPool pool({.workers = 2});
  EXPECT_THAT(on_each_worker(pool, [&] { return thread_processors() == before ? 1 : 0; }), ElementsAre(1, 1));
}

TEST(PlacedThreadPool, StealsAndJoinsOnAnyMachine) {
  // Neither worker is near the other.
  const Processors real = thread_processors().value();
  std::vector<Processor> apart;
  for (const unsigned number : real) apart.push_back({number, number, number, number, number});
  ThreadPool pool({.workers = real.size() + 2, .placement = Placement::compact(Topology(apart))});
  std::atomic<int> both = 0;
  for (int i = 0; i != 200; ++i)
    pool.call([&](ThreadPool::Worker& worker) {
      const int seen = both;
      (void)join(
          worker,
          [&] {
            // Ends only if another worker steals the second function.
            if (i % 50 == 0)
              while (both == seen) {
                (void)join(
                    worker, [] {}, [] {});
                std::this_thread::yield();
              }
          },
          [&] { ++both; });
    });
  EXPECT_EQ(both, 200);
  EXPECT_GE(pool.statistics().stolen, 4U);
}

// On a machine that claims to have more processors than this one.
Topology with_missing_processor() {
  std::vector<Processor> processors = Topology().processors();
  processors.push_back({60'000, 60'000, 0, 0, 0});
  return Topology(processors);
}

std::atomic<int> begun = 0;

TEST(PlacedThreadPool, LeavesNothingBehindIfAProcessorCannotBeUsed) {
  const Processors before = thread_processors().value();
  const Topology wrong = with_missing_processor();
  begun = 0;
  const PoolOptions options{.workers = wrong.processors().size(),
                            .at_thread_start = [](std::size_t) noexcept { ++begun; },
                            .placement = Placement::on(numbers_of(Placement::compact(wrong)), wrong)};
  try {
    ThreadPool pool(options);
    FAIL() << "the pool was made";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::invalid_argument);
    EXPECT_NE(std::string(error.what()).find("processor 60000"), std::string::npos) << error.what();
  }
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(thread_processors(), before);
}

TEST(PlacedThreadPool, IsBackAtHomeIfAThreadCannotBeStarted) {
  const Processors before = thread_processors().value();
  EXPECT_THROW(ThreadPool({.workers = 2, .stack_bytes = PTRDIFF_MAX, .placement = Placement::spread()}),
               std::system_error);
  EXPECT_THROW(ThreadPool({.workers = 2, .deque_capacity = 3, .placement = Placement::spread()}),
               std::invalid_argument);
  EXPECT_EQ(thread_processors(), before);
}

// As the documentation says of pools that a job makes.
TEST(PlacedThreadPool, GivesPoolsOfItsJobsTheProcessorOfTheWorker) {
  const unsigned last = thread_processors().value().back();
  ThreadPool outer({.workers = 1, .placement = Placement::on({last})});
  outer.call([&] {
    EXPECT_THAT(numbers_of(Placement::spread()), ElementsAre(last));
    ThreadPool inner({.workers = 1});
    EXPECT_EQ(inner.call(place_of_this_thread), static_cast<int>(last));
  });
}

// ThreadSanitizer does not let a child start threads if the parent has some.
constexpr bool kChildMayStartThreads = std::is_same_v<testing::Layer, StdAtomics>;

TEST(PlacedThreadPool, RefusesTheChildAndLetsItMakeAPlacedPoolOfItsOwn) {
  static std::atomic<int> started;
  started = 0;
  ThreadPool pool(
      {.workers = 2, .at_thread_start = [](std::size_t) noexcept { ++started; }, .placement = Placement::spread()});
  while (started != 2) std::this_thread::yield();
  EXPECT_EQ(in_child([&] {
              try {
                pool.call([] {});
                return 1;
              } catch (const PoolForked&) {
              }
              if (!kChildMayStartThreads) return 0;
              const Placement placement = Placement::spread();
              ThreadPool own({.workers = 2, .placement = placement});
              return on_each_worker(own, place_of_this_thread) == due_of(placement, 2) ? 0 : 2;
            }),
            0);
  EXPECT_THAT(on_each_worker(pool, place_of_this_thread), ElementsAreArray(due_of(Placement::spread(), 2)));
}

}  // namespace
}  // namespace vigil
