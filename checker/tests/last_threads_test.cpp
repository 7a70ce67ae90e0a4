// Is the last thread that a model may have searched as the first ones are? Others have started and ended before it.

#include "choices.hpp"
#include "graph.hpp"
#include "view.hpp"

#include <vigil/checker.hpp>

#include <atomic>
#include <cstddef>
#include <deque>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr unsigned kBefore = kMostThreads - 3;  // all but the one that starts them, and two

// Two threads, which the model starts when so many others have ended.
template <class Two, unsigned Before>
struct After {
  static constexpr auto threads() { return std::tuple{&After::start}; }
  Two two;
  void start() {
    for (unsigned i = 0; i != Before; ++i) Layer::thread([] {}).join();
    Layer::thread one([this] { two.one(); });
    Layer::thread other([this] { two.other(); });
    one.join();
    other.join();
  }
};

// What is found of them, and in how many executions, whether they are the first two or the last.
template <class Two>
Result expect_the_same(Options options) {
  options.count_violations = true;
  const auto first = run<After<Two, 0>>(options);
  const auto last = run<After<Two, kBefore>>(options);
  EXPECT_EQ(last.result.executions, first.result.executions) << text(last);
  EXPECT_EQ(last.result.blocked, first.result.blocked) << text(last);
  EXPECT_EQ(last.result.violating, first.result.violating) << text(last);
  EXPECT_EQ(last.result.finding.has_value(), first.result.finding.has_value()) << text(last);
  if (last.result.finding) {
    EXPECT_EQ(last.result.finding->violation, first.result.finding->violation);
    const auto again = replay(code_of<After<Two, kBefore>>(), options, last.result.finding->choices);
    EXPECT_EQ(again.violation, last.result.finding->violation) << last.result.finding->choices;
  }
  return last.result;
}
template <class Two>
Result expect_the_same(MemoryModel memory_model = MemoryModel::cpp20) {
  Options options;
  options.memory_model = memory_model;
  options.jobs = 2;
  expect_the_same<Two>(options);
  options.jobs = 1;
  options.most_preemptions = 1;
  expect_the_same<Two>(options);
  options.most_preemptions.reset();
  return expect_the_same<Two>(options);
}

template <std::memory_order Order>
struct StoresAndLoads {
  Layer::atomic<int> x{0}, y{0};
  Layer::var<int> of_one{0}, of_other{0};
  void one() {
    x.store(1, Order);
    of_one.set(y.load(Order));
  }
  void other() {
    y.store(1, Order);
    of_other.set(x.load(Order));
  }
};
TEST(LastThreads, ReadWhatTheMemoryModelAllows) {
  for (const auto model : {MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso}) {
    EXPECT_EQ(expect_the_same<StoresAndLoads<kRelaxed>>(model).executions, 4U);
    EXPECT_EQ(expect_the_same<StoresAndLoads<std::memory_order_seq_cst>>(model).executions, 3U);
  }
  EXPECT_EQ(expect_the_same<StoresAndLoads<kRelaxed>>(MemoryModel::sequential).executions, 3U);
}

template <std::memory_order Order>
struct Publishes {
  Layer::var<int> value{0};
  Layer::atomic<bool> is_set{false};
  void one() {
    value.set(1);
    is_set.store(true, Order);
  }
  void other() {
    if (is_set.load(std::memory_order_acquire)) value.set(2);
  }
};
TEST(LastThreads, RaceIfNothingOrdersThem) {
  EXPECT_FALSE(expect_the_same<Publishes<std::memory_order_release>>().finding);
  EXPECT_EQ(expect_the_same<Publishes<kRelaxed>>().finding.value().violation, Violation::data_race);
}

template <bool Notifies>
struct WaitsOnAtomic {
  Layer::atomic<int> value{0};
  void one() { value.wait(0, std::memory_order_acquire); }
  void other() {
    value.store(1, std::memory_order_release);
    if (Notifies) value.notify_one();
  }
};
TEST(LastThreads, AreWokenIfTheyAreNotified) {
  EXPECT_FALSE(expect_the_same<WaitsOnAtomic<true>>().finding);
  EXPECT_EQ(expect_the_same<WaitsOnAtomic<false>>().finding.value().violation, Violation::missed_wake);
}

struct WaitsForCondition {
  Layer::mutex mutex;
  Layer::condition_variable is_set;
  Layer::var<bool> flag{false};
  void one() {
    mutex.lock();
    while (!flag.get()) is_set.wait(mutex);
    mutex.unlock();
  }
  void other() {
    mutex.lock();
    flag.set(true);
    mutex.unlock();
    is_set.notify_all();
  }
};
TEST(LastThreads, WaitForConditions) { EXPECT_FALSE(expect_the_same<WaitsForCondition>().finding); }

struct TryLocks {
  Layer::mutex mutex;
  Layer::var<int> taken{0};
  void one() {
    if (!mutex.try_lock()) return;
    taken.set(1);
    mutex.unlock();
  }
  void other() {
    while (!mutex.try_lock()) Layer::yield();
    taken.set(2);
    mutex.unlock();
  }
};
TEST(LastThreads, TryToLock) { EXPECT_FALSE(expect_the_same<TryLocks>().finding); }

// A graph takes the memory of events that were removed for those that come.
TEST(LastThreads, KnowNothingOfEventsThatWereRemoved) {
  Graph graph(kMostThreads);
  Request request;
  request.operation = Operation::choose;
  for (unsigned time = 0; time != 2; ++time) {
    const EventId id = graph.append(kMostThreads - 1, request);
    Views& views = graph.views(id);
    EXPECT_EQ(views.alike, 0U);
    EXPECT_EQ(views.parted, 0U);
    EXPECT_EQ(views.state, 0U);
    views.alike = views.parted = 1;
    views.state = 1;
    graph.cut(0);
  }
}

// As many as there may be, at the same time.
struct AllCount {
  static constexpr auto threads() { return std::tuple{&AllCount::start}; }
  Layer::atomic<unsigned> count{0};
  void start() {
    std::deque<Layer::thread> others;
    for (unsigned i = 1; i != kMostThreads; ++i) others.emplace_back([this] { count.fetch_add(1, kRelaxed); });
    for (auto& each : others) each.join();
    Layer::require(count.load(kRelaxed) == kMostThreads - 1, "all are counted");
  }
};
TEST(LastThreads, AreExchangedWithAllOthers) {
  Options options;
  options.symmetry = true;
  const auto verdict = run<AllCount>(options);
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_THAT(text(verdict), testing::HasSubstr("1 execution up to symmetry, 6,227,020,800 in all"));  // 13!
}

// The last one must not come first.
struct LastComesLater {
  static constexpr auto threads() { return std::tuple{&LastComesLater::start}; }
  Layer::atomic<unsigned> count{0};
  void start() {
    std::deque<Layer::thread> others;
    for (unsigned i = 1; i != kMostThreads; ++i)
      others.emplace_back([this, i] {
        const bool is_first = count.fetch_add(1, kRelaxed) == 0;
        Layer::require(!is_first || i != kMostThreads - 1, "another thread comes first");
      });
    for (auto& each : others) each.join();
  }
};
TEST(LastThreads, AreDrawnAsAllOthersAre) {
  const auto verdict = run(subject<LastComesLater>(), Sample{.count = 2'000, .sampling = Sampling::priorities});
  ASSERT_TRUE(verdict.result.finding) << text(verdict);
  EXPECT_THAT(verdict.result.finding->what, testing::HasSubstr("another thread comes first"));
}

TEST(Choices, NameEachThreadByLettersOfItsOwn) {
  std::vector<Choice> choices;
  for (unsigned thread = 0; thread != kMostThreads; ++thread) {
    choices.push_back({thread, 0});
    choices.push_back({thread, 3});
    choices.push_back({thread, 0});
    choices.push_back({thread, 0});
  }
  const std::string text = write_choices(choices);
  EXPECT_EQ(text.substr(0, 5), "ai3a2") << "as older programs write it";
  const auto read = read_choices(text);
  ASSERT_EQ(read.size(), choices.size()) << text;
  for (std::size_t i = 0; i != read.size(); ++i) {
    EXPECT_EQ(read[i].thread, choices[i].thread) << text;
    EXPECT_EQ(read[i].placement, choices[i].placement) << text;
  }
}

}  // namespace
}  // namespace vigil::checker
