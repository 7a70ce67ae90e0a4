// A memory order that the standard leaves undefined for an operation is a violation, with its label and its place.

#include <vigil/checker.hpp>

#include "order_use.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace vigil::checker {
namespace {

// Of the next execution. Not a constant, of which compilers warn.
std::memory_order order = std::memory_order_relaxed;

using Atomic = CheckedAtomics::atomic<int>;

template <auto Perform>
struct Performs {
  static constexpr auto threads() { return std::tuple{&Performs::perform}; }

  Atomic x{0, "x"};

  void perform() { Perform(x); }
};

const std::set kAll{std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
                    std::memory_order_release, std::memory_order_acq_rel, std::memory_order_seq_cst};
const std::set kOfLoad{std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
                       std::memory_order_seq_cst};
const std::set kOfStore{std::memory_order_relaxed, std::memory_order_release, std::memory_order_seq_cst};

// Under each of the memory models: the order counts before one of them makes it stronger.
template <auto Perform>
void expect_defined_with(const std::set<std::memory_order>& defined) {
  for (const unsigned number : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 17U, 255U})
    for (const auto memory_model : kMemoryModels) {
      order = static_cast<std::memory_order>(number);
      Options options;
      options.memory_model = memory_model;
      const auto verdict = run<Performs<Perform>>(options);
      const auto& finding = verdict.result.finding;
      const auto words = text(verdict);
      ASSERT_EQ(finding.has_value(), !defined.contains(order)) << words;
      if (finding) {
        EXPECT_EQ(finding->violation, Violation::undefined_order) << words;
      }
    }
}

TEST(UndefinedOrder, OfALoadIsOneThatReleases) {
  expect_defined_with<[](Atomic& x) { (void)x.load(order); }>(kOfLoad);
  expect_defined_with<[](Atomic& x) { (void)x.spin_until([](int) { return true; }, order); }>(kOfLoad);
}

TEST(UndefinedOrder, OfAStoreIsOneThatAcquires) {
  expect_defined_with<[](Atomic& x) { x.store(1, order); }>(kOfStore);
}

TEST(UndefinedOrder, OfAReadModifyWriteIsNoneThatHasAName) {
  expect_defined_with<[](Atomic& x) { x.exchange(1, order); }>(kAll);
  expect_defined_with<[](Atomic& x) { x.fetch_add(1, order); }>(kAll);
  expect_defined_with<[](Atomic& x) { x.fetch_max(1, order); }>(kAll);
  expect_defined_with<[](Atomic& x) { x.fetch_update([](int old) { return old; }, order, std::memory_order_relaxed); }>(
      kAll);
  expect_defined_with<[](Atomic& x) {
    x.spin_update([](int old) { return std::optional(old); }, order, std::memory_order_relaxed);
  }>(kAll);
}

TEST(UndefinedOrder, OfAFenceIsNoneThatHasAName) {
  expect_defined_with<[](Atomic&) { CheckedAtomics::fence(order); }>(kAll);
}

template <int kExpected, bool kWeak>
void compare_exchange(Atomic& x, std::memory_order success, std::memory_order failure) {
  int expected = kExpected;
  (void)(kWeak ? x.compare_exchange_weak(expected, 1, success, failure)
               : x.compare_exchange_strong(expected, 1, success, failure));
}

TEST(UndefinedOrder, OfAFailureIsOneThatReleasesAlsoIfTheExchangeSucceeds) {
  constexpr auto kStrongest = std::memory_order_seq_cst;
  expect_defined_with<[](Atomic& x) { compare_exchange<0, false>(x, kStrongest, order); }>(kOfLoad);
  expect_defined_with<[](Atomic& x) { compare_exchange<9, false>(x, kStrongest, order); }>(kOfLoad);
  expect_defined_with<[](Atomic& x) { compare_exchange<0, true>(x, kStrongest, order); }>(kOfLoad);
  expect_defined_with<[](Atomic& x) { x.spin_update([](int old) { return std::optional(old); }, kStrongest, order); }>(
      kOfLoad);
  expect_defined_with<[](Atomic& x) { x.fetch_update([](int old) { return old; }, kStrongest, order); }>(kOfLoad);
}

// Since C++17.
TEST(UndefinedOrder, OfAFailureIsNoneThatIsStrongerThanTheSuccess) {
  constexpr auto kWeakest = std::memory_order_relaxed;
  expect_defined_with<[](Atomic& x) { compare_exchange<9, false>(x, kWeakest, order); }>(kOfLoad);
}

TEST(UndefinedOrder, OfASuccessIsNoneThatHasAName) {
  expect_defined_with<[](Atomic& x) { compare_exchange<0, false>(x, order, std::memory_order_relaxed); }>(kAll);
}

TEST(UndefinedOrder, OfAWaitIsOneThatReleases) {
  expect_defined_with<[](Atomic& x) { x.wait(1, order); }>(kOfLoad);
  expect_defined_with<[](Atomic& x) { (void)x.wait_for(1, order); }>(kOfLoad);
}

struct StoresInSetup {
  static constexpr auto threads() { return std::tuple{&StoresInSetup::thread}; }
  StoresInSetup() { x.store(1, std::memory_order_acquire); }
  void thread() { x.store(2, std::memory_order_relaxed); }
  Atomic x{0, "x"};
};
struct LoadsInFinish {
  static constexpr auto threads() { return std::tuple{&LoadsInFinish::thread}; }
  void thread() { x.store(2, std::memory_order_relaxed); }
  void finish() { (void)x.load(std::memory_order_release); }
  Atomic x{0, "x"};
};
TEST(UndefinedOrder, IsFoundOutsideOfTheThreads) {
  EXPECT_EQ(run<StoresInSetup>().result.finding.value().violation, Violation::undefined_order);
  EXPECT_EQ(run<LoadsInFinish>().result.finding.value().violation, Violation::undefined_order);
}

struct Publishes {
  static constexpr auto threads() { return std::tuple{&Publishes::publish, &Publishes::overwrite}; }
  static constexpr LabelledAs<"flag.publish"> kPublish{std::memory_order_acquire};
  void publish() { flag.store(true, kPublish); }
  void overwrite() { flag.store(false, std::memory_order_relaxed); }
  CheckedAtomics::atomic<bool> flag{false, "flag"};
};
TEST(UndefinedOrder, IsShownWithTheLabelAndThePlaceOfItsStep) {
  const auto verdict = run<Publishes>();
  const Trace& trace = verdict.trace.value();
  ASSERT_NE(trace.violating, 0U);
  const auto& step = trace.steps.at(trace.violating - 1);
  EXPECT_EQ(step.thread, 0);
  EXPECT_EQ(step.step.label, "flag.publish");
  EXPECT_THAT(step.step.file, testing::EndsWith("undefined_orders_test.cpp"));
  EXPECT_EQ(step.step.function, "publish");
  const auto words = text(verdict);
  EXPECT_THAT(words, testing::HasSubstr("store flag, acquire"));
  EXPECT_THAT(words, testing::HasSubstr("[flag.publish]"));
  EXPECT_THAT(words,
              testing::HasSubstr("undefined-order: a store with the order acquire, which is undefined behaviour"));
}

// A load that is refused reads nothing, so it is not stale.
struct LoadsLate {
  static constexpr auto threads() { return std::tuple{&LoadsLate::store, &LoadsLate::load}; }
  void store() { x.store(1, std::memory_order_relaxed); }
  void load() {
    if (x.load(std::memory_order_relaxed) == 1) (void)x.load(std::memory_order_release);
  }
  Atomic x{0, "x"};
};
TEST(UndefinedOrder, ReadsNothing) {
  const auto verdict = run<LoadsLate>();
  const Trace& trace = verdict.trace.value();
  EXPECT_EQ(trace.stale_reads, 0U) << text(verdict);
  EXPECT_FALSE(trace.steps.back().reads) << text(verdict);
}

TEST(UndefinedOrder, HasWordsForANumberThatNamesNoOrder) {
  EXPECT_EQ(undefined_in_words(OrderUse::fence, static_cast<std::memory_order>(17)),
            "a fence with the order memory_order(17), which is undefined behaviour");
}

}  // namespace
}  // namespace vigil::checker
