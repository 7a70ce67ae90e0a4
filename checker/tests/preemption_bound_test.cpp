// Options::most_preemptions: which executions a search has.

#include "model_search.hpp"
#include "preemption_models.hpp"
#include "preemptions.hpp"

#include <vigil/checker.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using namespace preempted;
using testing::HasSubstr;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kSeqCst = std::memory_order_seq_cst;

struct StoreBuffering {
  static constexpr auto threads() { return std::tuple{&StoreBuffering::one, &StoreBuffering::other}; }
  Layer::atomic<int> x{0}, y{0};
  void one() { run(x, y); }
  void other() { run(y, x); }
  static void run(Layer::atomic<int>& written, Layer::atomic<int>& read) {
    for (int i = 1; i != 3; ++i) {
      written.store(i, kRelaxed);
      Layer::fence(kSeqCst);
      (void)read.load(kRelaxed);
    }
  }
};

struct Mutexes {
  static constexpr auto threads() { return std::tuple{&Mutexes::lock, &Mutexes::lock, &Mutexes::lock}; }
  Layer::mutex mutex;
  Layer::atomic<int> count{0};
  void lock() {
    mutex.lock();
    count.store(count.load(kRelaxed) + 1, kRelaxed);
    mutex.unlock();
    count.fetch_add(1, kRelaxed);
  }
};

struct Monitor {
  static constexpr auto threads() { return std::tuple{&Monitor::wait, &Monitor::wait, &Monitor::notify}; }
  Layer::mutex mutex;
  Layer::condition_variable changed;
  Layer::atomic<int> ready{0};
  void wait() {
    mutex.lock();
    if (ready.load(kRelaxed) == 0) changed.wait(mutex);
    mutex.unlock();
  }
  void notify() {
    mutex.lock();
    ready.store(1, kRelaxed);
    mutex.unlock();
    changed.notify_all();
  }
};

struct WaitsOnAtomic {
  static constexpr auto threads() {
    return std::tuple{&WaitsOnAtomic::wait, &WaitsOnAtomic::wait, &WaitsOnAtomic::notify};
  }
  Layer::atomic<int> value{0}, other{0};
  void wait() {
    value.wait(0, kRelaxed);
    other.fetch_add(1, kRelaxed);
  }
  void notify() {
    (void)other.load(kRelaxed);
    value.store(1, kRelaxed);
    value.notify_all();
  }
};

struct TakesItsTime {
  static constexpr auto threads() { return std::tuple{&TakesItsTime::wait, &TakesItsTime::notify}; }
  Layer::mutex mutex;
  Layer::condition_variable changed;
  Layer::atomic<int> ready{0};
  void wait() {
    mutex.lock();
    if (ready.load(kRelaxed) == 0) (void)changed.wait_for(mutex);
    mutex.unlock();
  }
  void notify() {
    mutex.lock();
    ready.store(1, kRelaxed);
    changed.notify_one();
    mutex.unlock();
  }
};

struct StartsThreads {
  static constexpr auto threads() { return std::tuple{&StartsThreads::start, &StartsThreads::add}; }
  Layer::atomic<int> x{0}, y{0};
  void start() {
    Layer::thread started([this] {
      x.fetch_add(1, kRelaxed);
      y.fetch_add(1, kRelaxed);
    });
    x.fetch_add(1, kRelaxed);
    started.join();
    (void)y.load(kRelaxed);
  }
  void add() {
    y.fetch_add(1, kRelaxed);
    x.fetch_add(1, kRelaxed);
  }
};

// Some executions are blocked, and whether one is bounded says nothing of those below it.
struct Chooses {
  static constexpr auto threads() { return std::tuple{&Chooses::choose, &Chooses::add}; }
  Layer::atomic<int> x{0};
  void choose() {
    const unsigned chosen = Layer::choose(3);
    x.fetch_add(1, kRelaxed);
    const int seen = x.fetch_add(1, kRelaxed);
    Layer::assume(chosen != 2 || seen == 2);
  }
  void add() {
    x.fetch_add(1, kRelaxed);
    x.fetch_add(1, kRelaxed);
  }
};

// A ticket lock, with a loop that nothing declares.
struct Tickets {
  static constexpr auto threads() { return std::tuple{&Tickets::lock, &Tickets::lock, &Tickets::lock}; }
  Layer::atomic<unsigned> next{0}, serving{0};
  void lock() {
    const unsigned ticket = next.fetch_add(1, kRelaxed);
    serving.spin_until([ticket](unsigned now) { return now == ticket; }, std::memory_order_acquire);
    serving.store(ticket + 1, std::memory_order_release);
  }
};

// Of each number of preemptions, how many executions.
struct Counted {
  std::map<unsigned, std::uint64_t> executions, blocked;
};

// By a search that leaves out nothing.
template <class M>
Counted all_of(MemoryModel model, bool symmetry) {
  constexpr unsigned kMost = 1'000;
  Options options;
  options.memory_model = model;
  options.symmetry = symmetry;
  options.count_violations = true;
  Counted counted;
  const ModelCode code = code_of<M>();
  ModelSearch search(code, options);
  Preemptions preemptions(model == MemoryModel::sequential);
  Explorer& explorer = search.search().explorer();
  explorer.explore([&](const Ending& ending) {
    const auto number = preemptions.of(explorer.graph(), kMost);
    EXPECT_TRUE(number.has_value());
    if (ending.is_whole) ++counted.executions[*number];
    if (ending.kind == Ending::Kind::stale) ++counted.blocked[*number];
    return true;
  });
  return counted;
}

std::uint64_t within(const std::map<unsigned, std::uint64_t>& counted, unsigned most) {
  std::uint64_t sum = 0;
  for (const auto& [preemptions, count] : counted) sum += preemptions <= most ? count : 0;
  return sum;
}

template <class M>
void expect_filtered(MemoryModel model, bool symmetry, unsigned jobs) {
  constexpr unsigned kMost = 6;
  const Counted all = all_of<M>(model, symmetry);
  Result before;
  for (unsigned most = 0; most != kMost; ++most) {
    Options options;
    options.memory_model = model;
    options.symmetry = symmetry;
    options.jobs = jobs;
    options.count_violations = true;
    options.most_preemptions = most;
    const Result result = check(code_of<M>(), options);
    EXPECT_EQ(result.executions, within(all.executions, most)) << most << ' ' << name_of(model);
    EXPECT_EQ(result.blocked, within(all.blocked, most)) << most << ' ' << name_of(model);
    const bool has_all = result.executions == within(all.executions, ~0U) && result.blocked == within(all.blocked, ~0U);
    EXPECT_TRUE(has_all || result.beyond_preemptions != 0) << most << ' ' << name_of(model);
    EXPECT_GE(result.executions, before.executions);
    before = result;
  }
}

template <class M>
class BoundedSearch : public testing::Test {};
using Models = testing::Types<Adders, StoreBuffering, Mutexes, Monitor, WaitsOnAtomic, TakesItsTime, StartsThreads,
                              Chooses, Tickets>;
TYPED_TEST_SUITE(BoundedSearch, Models);

TYPED_TEST(BoundedSearch, HasTheExecutionsWithFewEnoughPreemptions) {
  for (const auto model : kMemoryModels) expect_filtered<TypeParam>(model, false, 1);
}
TYPED_TEST(BoundedSearch, HasThemInSeveralProcesses) { expect_filtered<TypeParam>(MemoryModel::cpp20, false, 3); }
TYPED_TEST(BoundedSearch, HasThemUpToSymmetry) {
  for (const auto model : kMemoryModels) expect_filtered<TypeParam>(model, true, 1);
}

// ---- which executions have how many

Result bounded(const ModelCode& code, unsigned most) {
  Options options;
  options.most_preemptions = most;
  return check(code, options);
}

TEST(BoundOnPreemptions, LeavesTheOrdersInWhichThreadsRunOneAfterTheOther) {
  const Result none = bounded(code_of<Adders>(), 0);
  EXPECT_EQ(none.executions, 6U);
  EXPECT_EQ(none.stop, Stop::preemptions);
  EXPECT_FALSE(none.complete());
  EXPECT_TRUE(none.ended_by_itself());
  EXPECT_FALSE(none.holds());
}

TEST(BoundOnPreemptions, LeavesMostOfALargeSearchAlone) {
  const Result few = bounded(code_of<AddersOf<6>>(), 1);
  EXPECT_EQ(few.executions, 96U);
  EXPECT_LT(few.beyond_preemptions, 10'000U) << "of 17,153,136 executions";
}

TEST(BoundOnPreemptions, ThatLeavesNothingOutIsNone) {
  constexpr unsigned kPlenty = 6;
  const Result all = bounded(code_of<Adders>(), kPlenty);
  EXPECT_EQ(all.executions, 90U);
  EXPECT_EQ(all.beyond_preemptions, 0U);
  EXPECT_TRUE(all.holds());
}

// Each waits for the other in turn.
struct PingPong {
  static constexpr auto threads() { return std::tuple{&PingPong::ping, &PingPong::pong}; }
  static constexpr int kTimes = 3;
  Layer::atomic<int> ball{0};
  void ping() { play(0); }
  void pong() { play(1); }
  void play(int parity) {
    for (int i = 0; i != kTimes; ++i) {
      const int due = 2 * i + parity;
      ball.spin_until([due](int seen) { return seen == due; }, kRelaxed);
      ball.store(due + 1, kRelaxed);
    }
  }
};

TEST(BoundOnPreemptions, CountsNoSwitchFromAThreadThatWaits) {
  const Result none = bounded(code_of<PingPong>(), 0);
  EXPECT_EQ(none.executions, 1U);
  EXPECT_TRUE(none.holds());
}

TEST(BoundOnPreemptions, FindsWhatNeedsNoMore) {
  const auto found = bounded(code_of<Interleaves>(), 1).finding;
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(replay(code_of<Interleaves>(), {}, found->choices).what, "nothing came between");
}

// A violation at the end, in executions with one preemption and more.
struct LosesOne {
  static constexpr auto threads() { return std::tuple{&LosesOne::add, &LosesOne::add}; }
  Layer::atomic<int> count{0};
  void add() { count.store(count.load(kSeqCst) + 1, kSeqCst); }
  void finish() { Layer::require(count.load(kRelaxed) == 2, "both are counted"); }
};

TEST(BoundOnPreemptions, ReportsEachViolationThatTheSearchMeets) {
  Options options;
  options.memory_model = MemoryModel::sequential;
  options.count_violations = true;
  options.most_preemptions = 0;
  const Result result = check(code_of<LosesOne>(), options);
  EXPECT_EQ(result.executions, 2U);
  EXPECT_EQ(result.violating, result.cut_short);
  EXPECT_EQ(result.seen(), result.executions + result.violating);
  EXPECT_EQ(result.finding.has_value(), result.violating != 0);
}

TEST(BoundOnPreemptions, UnderWhichNothingComesToItsEndIsALimit) {
  const Result none = bounded(code_of<Meet>(), 0);
  EXPECT_EQ(none.executions, 0U);
  EXPECT_EQ(none.stop, Stop::limit);
  EXPECT_THAT(none.limit, HasSubstr("has at most 0 preemptions"));
  // How many depends on the compiler, because no loop is declared.
  EXPECT_GT(bounded(code_of<Meet>(), 1).executions, 0U);
}

TEST(BoundOnPreemptions, IsNotOneOfASample) {
  Options options;
  options.most_preemptions = 1;
  EXPECT_THROW((void)sample(code_of<Adders>(), options, {.count = 1}), std::invalid_argument);
}

TEST(BoundOnPreemptions, CountsInAnEstimate) {
  constexpr double kTenth = 0.1;
  Options options;
  for (const unsigned most : {0U, 1U, 2U}) {
    options.most_preemptions = most;
    const auto executions = static_cast<double>(check(code_of<Adders>(), options).executions);
    EXPECT_NEAR(estimate(code_of<Adders>(), options).executions / executions, 1, kTenth) << most;
  }
}

}  // namespace
}  // namespace vigil::checker
