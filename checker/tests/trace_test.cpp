// Is a trace the order of an execution that it promises to be?

#include <vigil/checker/trace.hpp>

#include "trace_executions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace vigil::checker {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Order = std::vector<StepName>;

// Stale and late steps, switches, steps after the violating one.
using Cost = std::tuple<unsigned, unsigned, unsigned>;

const TraceStep& at(const RecordedExecution& execution, StepName name) {
  return execution.threads[static_cast<unsigned>(name.thread)][name.index];
}

// The definition, step by step: by looking at all that has happened before.
Cost cost_of(const RecordedExecution& execution, const Order& order) {
  Cost cost{0, 0, 0};
  for (std::size_t i = 0; i != order.size(); ++i) {
    const auto& step = at(execution, order[i]);
    const bool is_read = step.action != Action::store;
    const unsigned limit = is_read ? step.source_place : step.place;
    bool overwritten = false;
    for (std::size_t j = 0; j != i; ++j) {
      const auto& earlier = at(execution, order[j]);
      if (earlier.object == step.object && earlier.place > limit) overwritten = true;
      if (execution.violating && order[j] == *execution.violating) ++std::get<2>(cost);
    }
    if (overwritten) ++std::get<0>(cost);
    if (i != 0 && order[i].thread != order[i - 1].thread) ++std::get<1>(cost);
  }
  return cost;
}

bool may_follow(const RecordedExecution& execution, const Order& order, StepName name) {
  const auto happened = [&order](StepName other) {
    return std::find(order.begin(), order.end(), other) != order.end();
  };
  const auto& step = at(execution, name);
  if (step.source && !happened(*step.source)) return false;
  for (const auto& edge : execution.edges)
    if (edge.after == name && !happened(edge.before)) return false;
  if (!step.blocked) return true;
  for (unsigned t = 0; t != execution.threads.size(); ++t)
    for (unsigned i = 0; i != execution.threads[t].size(); ++i)
      if (!execution.threads[t][i].blocked && !happened({static_cast<int>(t), i})) return false;
  return true;
}

// Calls `see` with every order of the steps that respects what it has to.
template <class See>
void for_each_order(const RecordedExecution& execution, Order& order, std::vector<unsigned>& positions,
                    const See& see) {
  bool is_complete = true;
  for (unsigned t = 0; t != execution.threads.size(); ++t) {
    if (positions[t] == execution.threads[t].size()) continue;
    is_complete = false;
    const StepName name{static_cast<int>(t), positions[t]};
    if (!may_follow(execution, order, name)) continue;
    order.push_back(name);
    ++positions[t];
    for_each_order(execution, order, positions, see);
    --positions[t];
    order.pop_back();
  }
  if (is_complete) see(order);
}

struct BruteForce {
  Cost least{~0U, ~0U, ~0U};
  unsigned orders = 0;
};

BruteForce brute_force(const RecordedExecution& execution) {
  BruteForce result;
  Order order;
  std::vector<unsigned> positions(execution.threads.size(), 0);
  for_each_order(execution, order, positions, [&](const Order& complete) {
    result.least = std::min(result.least, cost_of(execution, complete));
    ++result.orders;
  });
  return result;
}

Order order_of(const Trace& trace) {
  Order order;
  std::map<int, unsigned> next;
  for (const auto& timed : trace.steps)
    if (timed.thread >= 0) order.push_back({timed.thread, next[timed.thread]++});
  return order;
}

bool is_an_order_of(const RecordedExecution& execution, const Order& order) {
  Order so_far;
  for (const auto& name : order) {
    if (!may_follow(execution, so_far, name)) return false;
    so_far.push_back(name);
  }
  std::size_t steps = 0;
  for (const auto& thread : execution.threads) steps += thread.size();
  return steps == order.size();
}

// Any execution that some order explains, consistent in a memory model or not: reads from whatever came before in one
// order, any modification order, some edges.
class RandomExecution {
 public:
  explicit RandomExecution(std::uint64_t seed) : random_(seed) {}

  RecordedExecution draw() {
    execution_.threads.resize(below(8) == 0 ? 1 : 2 + below(2));
    const unsigned steps = below(8) == 0 ? below(4) : 5 + below(4);
    for (unsigned i = 0; i != steps; ++i) add_step(below(static_cast<unsigned>(execution_.threads.size())));
    for (unsigned t = 0; t != execution_.threads.size(); ++t)
      if (below(4) == 0 && add_step(t, true)) execution_.threads[t].back().blocked = true;
    place_writes();
    if (below(2) == 0 && !witness_.empty())
      execution_.violating = witness_[below(static_cast<unsigned>(witness_.size()))];
    return std::move(execution_);
  }

 private:
  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_); }

  bool add_step(unsigned thread, bool only_reads = false) {
    constexpr std::array kActions{Action::load, Action::store, Action::fetch_add};
    auto step = step_of(kActions[only_reads ? 0 : below(3)], below(3) == 0 ? "a2" : "a1");
    const StepName name{static_cast<int>(thread), static_cast<unsigned>(execution_.threads[thread].size())};
    auto& writes = writes_[step.object];
    if (step.action != Action::store && !writes.empty() && below(4) != 0)
      step.source = writes[below(static_cast<unsigned>(writes.size()))];
    if (step.action != Action::load) writes.push_back(name);
    if (!witness_.empty() && below(6) == 0)
      execution_.edges.push_back({witness_[below(static_cast<unsigned>(witness_.size()))], name});
    execution_.threads[thread].push_back(step);
    witness_.push_back(name);
    return true;
  }

  void place_writes() {
    for (auto& [object, writes] : writes_) {
      std::shuffle(writes.begin(), writes.end(), random_);
      for (unsigned i = 0; i != writes.size(); ++i) step(writes[i]).place = i + 1;
    }
    for (const auto& name : witness_)
      if (const auto source = step(name).source) step(name).source_place = step(*source).place;
  }

  TraceStep& step(StepName name) { return execution_.threads[static_cast<unsigned>(name.thread)][name.index]; }

  std::mt19937_64 random_;
  RecordedExecution execution_;
  std::map<std::string, std::vector<StepName>> writes_;
  Order witness_;
};

unsigned afterwards(const Trace& trace) {
  return trace.violating == 0 ? 0 : static_cast<unsigned>(trace.steps.size()) - trace.violating;
}

// Any number with the same probability, whatever the size of the case.
std::uint64_t any_seed() {
  return *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
}

RC_GTEST_PROP(Trace, HasTheLeastCostOfAllOrders, ()) {
  for (unsigned i = 0; i != 20; ++i) {
    const auto execution = RandomExecution(any_seed()).draw();
    const auto all = brute_force(execution);
    const auto trace = linearise(execution);
    const auto order = order_of(trace);
    RC_ASSERT(trace.minimal);
    RC_ASSERT(is_an_order_of(execution, order));
    RC_ASSERT((Cost{trace.stale_reads, trace.context_switches, afterwards(trace)}) == all.least);
    RC_ASSERT(cost_of(execution, order) == all.least);
  }
}

RC_GTEST_PROP(Trace, WithoutRoomForAnExactSearchIsStillAnOrderOfTheSteps, ()) {
  const auto execution = RandomExecution(any_seed()).draw();
  const auto trace = linearise(execution, 0);
  RC_ASSERT(!trace.minimal);
  RC_ASSERT(is_an_order_of(execution, order_of(trace)));
  const auto cost = cost_of(execution, order_of(trace));
  RC_ASSERT(std::get<0>(cost) == trace.stale_reads);
  RC_ASSERT(std::get<1>(cost) == trace.context_switches);
}

TEST(Trace, OfStoreBufferingHasOneStaleRead) {
  const auto trace = linearise(store_buffering());
  EXPECT_EQ(trace.stale_reads, 1U);
  EXPECT_EQ(trace.context_switches, 1U);
  ASSERT_EQ(trace.steps.size(), 4U);
  const auto& stale = trace.steps[3];
  EXPECT_TRUE(stale.stale);
  EXPECT_EQ(stale.thread, 1) << "the violating step comes last where that costs nothing";
  EXPECT_EQ(stale.overwritten_by, 1U);
  EXPECT_EQ(trace.violating, 4U);
}

TEST(Trace, OfAStaleMessageNamesTheFirstStepThatOverwroteTheValue) {
  const auto trace = linearise(stale_message());
  EXPECT_EQ(trace.stale_reads, 1U);
  ASSERT_EQ(trace.steps.size(), 5U);
  EXPECT_EQ(trace.steps[3].from, 3U);
  EXPECT_FALSE(trace.steps[3].stale);
  EXPECT_TRUE(trace.steps[4].stale);
  EXPECT_EQ(trace.steps[4].overwritten_by, 1U);
  ASSERT_EQ(trace.objects.size(), 2U);
  EXPECT_EQ(trace.objects[0].initial, "0") << "which is what the stale read returned";
}

TEST(Trace, PutsThreadsThatWaitForEverAtTheEnd) {
  RecordedExecution execution;
  execution.threads = {{lock("m1", 1), waiting_forever(load("a1", "0"))}, {store("a2", "1", 1)}};
  execution.edges = {{{0, 0}, {1, 0}}};
  const auto trace = linearise(execution);
  ASSERT_EQ(trace.steps.size(), 3U);
  EXPECT_TRUE(trace.steps[2].step.blocked) << "though a switch less would do";
  EXPECT_EQ(trace.context_switches, 2U);
}

TEST(Trace, ReadsTheNewestValuesAtTheEnd) {
  auto execution = store_buffering();
  execution.finish = {load("a1", "1"), fetch_add("a1", "1", "2", 0), load("a1", "2")};
  for (auto& step : execution.finish) step.source_place = 0;
  const auto trace = linearise(execution);
  ASSERT_EQ(trace.steps.size(), 7U);
  EXPECT_EQ(trace.stale_reads, 1U) << "that of thread 1";
  EXPECT_EQ(trace.steps[4].from, 1U);
  EXPECT_EQ(trace.steps[6].from, 6U);
}

TEST(Trace, CallsAWriteThatWasAlreadyOverwrittenLate) {
  RecordedExecution execution;
  execution.threads = {{store("a1", "1", 2), store("a2", "1", 1)}, {store("a2", "2", 2), store("a1", "2", 1)}};
  const auto trace = linearise(execution);
  EXPECT_EQ(trace.stale_reads, 1U);
  ASSERT_EQ(trace.steps.size(), 4U);
  EXPECT_TRUE(trace.steps[3].late);
  EXPECT_FALSE(trace.steps[3].stale);
  EXPECT_THAT(text(trace, {}), HasSubstr("LATE: step 1 already overwrote it with 1"));
}

TEST(Trace, KeepsNotificationsOfAnAtomicApartFromItsValue) {
  RecordedExecution execution;
  auto wait = step_of(Action::wait, "a1");
  wait.place = 1;
  auto notify = step_of(Action::notify_all, "a1");
  notify.place = 2;
  execution.threads = {{load("a1", "0"), wait}, {reading(notify, {0, 1}, 1), store("a1", "1", 1)}};
  const auto trace = linearise(execution);
  EXPECT_EQ(trace.stale_reads, 0U);
  ASSERT_EQ(trace.objects.size(), 2U);
  EXPECT_EQ(trace.objects[0].kind, TraceObject::Kind::atomic);
  EXPECT_EQ(trace.objects[1].kind, TraceObject::Kind::queue);
}

TEST(Trace, OfStepsThatWaitForEachOtherDoesNotExist) {
  RecordedExecution execution;
  execution.threads = {{reading(load("a1", "1"), {1, 1}, 1), store("a2", "1", 1)},
                       {reading(load("a2", "1"), {0, 1}, 1), store("a1", "1", 1)}};
  EXPECT_THROW((void)linearise(execution), std::invalid_argument);
  EXPECT_THROW((void)linearise(execution, 0), std::invalid_argument);
}

TEST(Trace, OfAStepAfterOneThatIsNotThereDoesNotExist) {
  RecordedExecution execution;
  execution.threads = {{reading(load("a1", "1"), {3, 0}, 1)}};
  EXPECT_THROW((void)linearise(execution), std::invalid_argument);
  execution.threads = {{load("a1", "1")}};
  execution.edges = {{{0, 0}, {0, 9}}};
  EXPECT_THROW((void)linearise(execution), std::invalid_argument);
}

TEST(Trace, OfNothingIsEmpty) {
  EXPECT_THAT(linearise({}).steps, IsEmpty());
  RecordedExecution execution;
  execution.threads.resize(2);
  EXPECT_THAT(linearise(execution).steps, IsEmpty());
}

TEST(Trace, OfALongExecutionIsFoundWithoutAnExactSearch) {
  RecordedExecution execution;
  execution.threads.resize(5);
  for (unsigned i = 0; i != 200; ++i) {
    for (unsigned t = 0; t != 4; ++t)
      execution.threads[t].push_back(store("a" + std::to_string(t), std::to_string(i), i + 1));
    execution.threads[4].push_back(load("a" + std::to_string(i % 4), "0"));
  }
  const auto trace = linearise(execution);
  EXPECT_FALSE(trace.minimal);
  EXPECT_EQ(trace.stale_reads, 0U) << "the thread that reads initial values has to go first";
  EXPECT_EQ(trace.context_switches, 4U);
}

}  // namespace
}  // namespace vigil::checker
