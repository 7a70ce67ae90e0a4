// Options::symmetry and threads that threads start.

#include "search_with_symmetry.hpp"

#include <vigil/checker.hpp>
#include <vigil/checker/standard.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr std::size_t kThreads = 3;

// One thread starts others in a row, which run the same, does what a model says, and joins them.
template <class Model>
struct Starter {
  static constexpr auto threads() { return std::tuple{&Model::starter}; }

  Layer::atomic<int> count{0};

  void start_all() {
    for (auto& each : others) each = Layer::thread([self = static_cast<Model*>(this)] { self->other(); });
  }
  void join_all() {
    for (auto& each : others) each.join();
  }
  void starter() {
    start_all();
    join_all();
  }
  void other() { count.fetch_add(1, kRelaxed); }

  std::array<Layer::thread, kThreads> others;
};

struct Adders : Starter<Adders> {
  void finish() { Layer::require(count.load(kRelaxed) == kThreads, "all are counted"); }
};

// The starter takes part in what they do.
struct StarterAdds : Starter<StarterAdds> {
  void starter() {
    start_all();
    count.fetch_add(1, kRelaxed);
    join_all();
  }
};

// Two kinds, started in turn.
struct TwoKinds : Starter<TwoKinds> {
  Layer::atomic<int> x{0};
  void starter() {
    std::array<Layer::thread, 4> all;
    for (std::size_t i = 0; i != all.size(); i += 2) {
      all[i] = Layer::thread([this] { x.store(1, kRelaxed); });
      all[i + 1] = Layer::thread([self = this] { (void)self->x.load(kRelaxed); });
    }
    for (auto& each : all) each.join();
  }
};

// What each thread is given is its own.
struct Numbered : Starter<Numbered> {
  void starter() {
    for (std::size_t i = 0; i != kThreads; ++i)
      others[i] = Layer::thread([pair = std::pair(static_cast<std::uintptr_t>(i), this)] {
        pair.second->count.fetch_add(1 + static_cast<int>(pair.first), kRelaxed);
      });
    join_all();
  }
};

// What a thread runs is not known.
struct AsFunctions : Starter<AsFunctions> {
  void starter() {
    for (auto& each : others) each = Layer::thread(std::function<void()>([this] { other(); }));
    join_all();
  }
};

// ---- programs that distinguish the threads

struct ActsBetweenStarts : Starter<ActsBetweenStarts> {
  void starter() {
    for (auto& each : others) {
      each = Layer::thread([this] { other(); });
      count.store(0, kRelaxed);
    }
    join_all();
  }
};

struct ActsBetweenJoins : Starter<ActsBetweenJoins> {
  void starter() {
    start_all();
    others[0].join();
    (void)count.load(kRelaxed);
    others[1].join();
    others[2].join();
  }
};

// Only the first thread that adds writes to the var; the starter reads it when one thread is joined.
struct ReadsBetweenJoins : Starter<ReadsBetweenJoins> {
  Layer::var<int> winner{0};
  void other() {
    if (count.fetch_add(1, kRelaxed) == 0) winner.set(1);
  }
  void starter() {
    start_all();
    others[0].join();
    (void)winner.get();
    others[1].join();
    others[2].join();
  }
};

// The starter writes between the first start and the second one.
template <class Model>
struct WritesBetweenStarts : Starter<Model> {
  Layer::var<int> given{0};
  void starter() {
    const auto run = [self = static_cast<Model*>(this)] { self->other(); };
    this->others[0] = Layer::thread(run);
    given.set(1);
    this->others[1] = Layer::thread(run);
    this->others[2] = Layer::thread(run);
    this->join_all();
  }
};

// The second thread that adds reads it. That may be the one that was started before.
struct SecondReads : WritesBetweenStarts<SecondReads> {
  void other() {
    if (count.fetch_add(1, kRelaxed) == 1) (void)given.get();
  }
};

// All but the first read it. One that was started before has learnt of it from another one.
struct AllButTheFirstRead : WritesBetweenStarts<AllButTheFirstRead> {
  void other() {
    if (count.fetch_add(1, std::memory_order_acq_rel) != 0) (void)given.get();
  }
};

struct JoinedByAnother : Starter<JoinedByAnother> {
  void starter() {
    start_all();
    Layer::thread joiner([this] { others[1].join(); });
    joiner.join();
    others[0].join();
    others[2].join();
  }
};

// A counter that is no atomic: in each execution it has the number of the thread.
struct KnowsWhoRuns : Starter<KnowsWhoRuns> {
  Layer::atomic<int> first{0};
  int runs = 0;
  void other() { (runs++ == 0 ? first : count).store(1, kRelaxed); }
};

// Two equal threads that start equal threads.
struct Nested {
  static constexpr auto threads() { return std::tuple{&Nested::starter, &Nested::starter}; }
  Layer::atomic<int> count{0};
  void starter() {
    const auto add = [this] { count.fetch_add(1, kRelaxed); };
    Layer::thread one(add), other(add);
    one.join();
    other.join();
  }
};

// Waits for each other.
struct Barrier : Starter<Barrier> {
  void other() {
    count.fetch_add(1, std::memory_order_acq_rel);
    count.spin_until([](int arrived) { return arrived == kThreads; }, std::memory_order_acquire);
  }
};

// std::thread, and what names threads.
struct Standard {
  static constexpr auto threads() { return std::tuple{&Standard::starter}; }
  standard::atomic<int> count{0};
  static void add(Standard* self, long amount) { self->count.fetch_add(static_cast<int>(amount)); }
  void starter() {
    std::array<standard::thread, kThreads> others;
    for (auto& each : others) each = standard::thread(&add, this, 1L);
    for (auto& each : others) each.join();
  }
};

struct AsksForItsName {
  static constexpr auto threads() { return std::tuple{&AsksForItsName::starter}; }
  standard::atomic<int> count{0};
  static void add(AsksForItsName* self) {
    if (self->count.fetch_add(1) == 0) self->first = standard::this_thread::get_id();
  }
  void starter() {
    std::array<standard::thread, kThreads> others;
    for (auto& each : others) each = standard::thread(&add, this);
    const auto last = others.back().get_id();
    for (auto& each : others) each.join();
    Layer::require(first != last, "the last thread came first");
  }
  standard::thread::id first;
};

// Explored up to symmetry, and in all.
template <class M>
void expect_exchanged(std::uint64_t up_to_symmetry, std::uint64_t in_all) {
  const Result all = search<M>(false);
  EXPECT_EQ(all.executions, in_all);
  for (const unsigned jobs : {1U, 3U}) {
    const Result some = search<M>(true, jobs);
    EXPECT_EQ(some.executions, up_to_symmetry) << jobs;
    EXPECT_EQ(some.executions_in_all, in_all) << jobs;
    EXPECT_EQ(some.finding.has_value(), all.finding.has_value()) << jobs;
  }
}

// All executions are explored, and the violations are those that there are.
template <class M>
void expect_distinguished(bool fails = false) {
  const Result all = search<M>(false);
  EXPECT_EQ(all.finding.has_value(), fails);
  for (const unsigned jobs : {1U, 3U}) {
    const Result some = search<M>(true, jobs);
    EXPECT_EQ(some.executions, all.executions) << jobs;
    EXPECT_EQ(some.executions_in_all, all.executions) << jobs;
    EXPECT_EQ(some.violating, all.violating) << jobs;
  }
}

TEST(SymmetryOfStartedThreads, ExchangesThoseThatAreStartedAndJoinedInARow) {
  expect_exchanged<Adders>(1, 6);
  expect_exchanged<StarterAdds>(4, 24);
  expect_exchanged<Barrier>(1, 6);
  expect_exchanged<Standard>(1, 6);
}

TEST(SymmetryOfStartedThreads, ExchangesWithinEachOfTwoKinds) { expect_exchanged<TwoKinds>(6, 18); }

TEST(SymmetryOfStartedThreads, ExchangesOnlyWhatRunsTheSame) {
  expect_exchanged<Numbered>(6, 6);
  expect_exchanged<AsFunctions>(6, 6);
}

TEST(SymmetryOfStartedThreads, ExchangesThreadsOfThreadsThatHaveParted) { expect_exchanged<Nested>(6, 24); }

TEST(SymmetryOfStartedThreads, ExploresAllIfTheyAreNotStartedInARow) { expect_distinguished<ActsBetweenStarts>(); }

TEST(SymmetryOfStartedThreads, BeginsAgainWithoutIfTheyAreNotJoinedInARow) {
  expect_distinguished<ActsBetweenJoins>();
  expect_distinguished<JoinedByAnother>();
}

TEST(SymmetryOfStartedThreads, FindsRacesWithWhatHappensBetweenStartsAndJoins) {
  expect_distinguished<ReadsBetweenJoins>(true);
  expect_distinguished<SecondReads>(true);
}

TEST(SymmetryOfStartedThreads, FindsNoRaceThatIsNone) { expect_distinguished<AllButTheFirstRead>(); }

TEST(SymmetryOfStartedThreads, BeginsAgainWithoutIfThreadsKnowWhoTheyAre) { expect_distinguished<KnowsWhoRuns>(); }

TEST(SymmetryOfStartedThreads, BeginsAgainWithoutIfTheProgramAsksForANameOfThem) {
  expect_distinguished<AsksForItsName>(true);
}

TEST(SymmetryOfStartedThreads, GoesWithABoundOnPreemptions) {
  for (const unsigned most : {0U, 1U, 2U, 3U}) {
    Options options;
    options.most_preemptions = most;
    const Result all = check(code_of<StarterAdds>(), options);
    options.symmetry = true;
    const Result some = check(code_of<StarterAdds>(), options);
    EXPECT_EQ(some.executions_in_all, all.executions) << most;
    EXPECT_LT(some.executions, all.executions) << most;
  }
}

TEST(SymmetryOfStartedThreads, IsEstimated) {
  Options usual, exchanging;
  exchanging.symmetry = true;
  EXPECT_EQ(estimate(code_of<StarterAdds>(), exchanging, 1'000, 1).executions, 4);
  EXPECT_EQ(estimate(code_of<ActsBetweenJoins>(), exchanging, 1'000, 1).executions,
            estimate(code_of<ActsBetweenJoins>(), usual, 1'000, 1).executions);
}

TEST(SymmetryOfStartedThreads, ReportsViolationsOfASearchWithout) {
  const Result all = search<ReadsBetweenJoins>(false);
  const Result some = search<ReadsBetweenJoins>(true);
  ASSERT_TRUE(some.finding.has_value());
  EXPECT_EQ(some.finding->choices, all.finding->choices);
}

}  // namespace
}  // namespace vigil::checker
