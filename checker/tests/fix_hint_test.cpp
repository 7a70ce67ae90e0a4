// Which stronger orders a hint names, and that it names none where none helps.

#include "fix_hint.hpp"

#include <vigil/checker.hpp>
#include <vigil/checker/standard.hpp>

#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;
using Order = std::memory_order;

// A message, published and seen with these orders.
template <Order kPublish, Order kSee>
struct Message {
  static constexpr auto threads() { return std::tuple{&Message::writer, &Message::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> ready{false, "ready"};
  void writer() {
    data.set(1);
    ready.store(true, kPublish);
  }
  void reader() {
    if (ready.load(kSee)) Layer::require(data.get() == 1, "the message is read");
  }
};
using Unpublished = Message<Order::relaxed, Order::acquire>;
using Unseen = Message<Order::release, Order::relaxed>;
using Neither = Message<Order::relaxed, Order::relaxed>;
using Both = Message<Order::release, Order::acquire>;
using Undefined = Message<Order::acquire, Order::acquire>;

// The same by a fence that is too weak.
template <Order kFence>
struct Fenced {
  static constexpr auto threads() { return std::tuple{&Fenced::writer, &Fenced::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> ready{false, "ready"};
  void writer() {
    data.set(1);
    Layer::fence(kFence);
    ready.store(true, Order::relaxed);
  }
  void reader() {
    if (ready.load(Order::acquire)) Layer::require(data.get() == 1, "the message is read");
  }
};

// A fence in the iterations that wait, and none after them.
struct FencedWait {
  static constexpr auto threads() { return std::tuple{&FencedWait::writer, &FencedWait::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> ready{false, "ready"};
  void writer() {
    data.set(1);
    ready.store(true, Order::release);
  }
  void reader() {
    while (!ready.load(Order::relaxed)) Layer::fence(Order::relaxed);
    (void)data.get();
  }
};

void no_fence(LabelledOrder, Location) {}

// Each thread stores, perhaps has a relaxed fence, and loads what the other one stores. It takes two fences or all four
// operations that are seq_cst.
template <Order kStore, Order kLoad, auto kFirstFence = &no_fence, auto kSecondFence = &no_fence>
struct StoreBuffering {
  static constexpr auto threads() { return std::tuple{&StoreBuffering::first, &StoreBuffering::second}; }
  Layer::atomic<bool> x{false, "x"}, y{false, "y"};
  bool first_saw = false, second_saw = false;
  void first() {
    x.store(true, kStore);
    kFirstFence(Order::relaxed, Location::current());
    first_saw = y.load(kLoad);
  }
  void second() {
    y.store(true, kStore);
    kSecondFence(Order::relaxed, Location::current());
    second_saw = x.load(kLoad);
  }
  void finish() { Layer::require(first_saw || second_saw, "one sees the other"); }
};
template <auto kFirstFence, auto kSecondFence>
using FencesThatDoNothing = StoreBuffering<Order::relaxed, Order::relaxed, kFirstFence, kSecondFence>;

// Loses an increment whatever the orders are.
struct Lost {
  static constexpr auto threads() { return std::tuple{&Lost::add, &Lost::add}; }
  Layer::atomic<int> count{0, "count"};
  void add() { count.store(count.load(Order::relaxed) + 1, Order::relaxed); }
  void finish() { Layer::require(count.load(Order::relaxed) == 2, "both are counted"); }
};

// A semaphore beside the flag. The orders inside it are not the model's.
struct BesideASemaphore {
  static constexpr auto threads() { return std::tuple{&BesideASemaphore::writer, &BesideASemaphore::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> ready{false, "ready"};
  standard::counting_semaphore<2> items{1};
  void writer() {
    data.set(1);
    ready.store(true, Order::relaxed);
    items.release();
  }
  void reader() {
    items.acquire();
    if (ready.load(Order::acquire)) (void)data.get();
  }
};

// Two stores of one line: a change is for both, whichever it names.
struct TwoOnALine {
  static constexpr auto threads() { return std::tuple{&TwoOnALine::writer, &TwoOnALine::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> other{false, "other"}, ready{false, "ready"};
  void writer() {
    data.set(1);
    other.store(true, Order::relaxed), ready.store(true, Order::relaxed);
  }
  void reader() {
    if (ready.load(Order::acquire)) (void)data.get();
  }
};

// An exchange and an addition have one use.
struct TwoUpdatesOnALine {
  static constexpr auto threads() { return std::tuple{&TwoUpdatesOnALine::writer, &TwoUpdatesOnALine::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<int> first{0, "first"}, second{0, "second"};
  void writer() {
    data.set(1);
    (void)first.exchange(1, Order::relaxed), second.fetch_add(1, Order::relaxed);
  }
  void reader() {
    if (first.load(Order::acquire) == 1 || second.load(Order::acquire) == 1) (void)data.get();
  }
};

FixSearch fix_of(const Subject& subject, const FixLimits& limits = {}) {
  const auto verdict = run(subject);
  EXPECT_TRUE(verdict.result.finding.has_value()) << subject.name << " has nothing to fix";
  return find_fix(subject.code, subject.options, *verdict.result.finding, limits);
}
template <class M>
FixSearch fix_of() {
  return fix_of(subject<M>());
}

TEST(FixHint, NamesTheStoreThatHasToRelease) {
  const auto found = fix_of<Unpublished>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  ASSERT_EQ(found.fixes.front().advice.size(), 1U);
  const auto& advice = found.fixes.front().advice.front();
  EXPECT_EQ(advice.operation, "store");
  EXPECT_EQ(advice.object, "ready");
  EXPECT_EQ(advice.function, "writer");
  EXPECT_EQ(advice.change.to, Order::release) << "the weakest that holds";
  EXPECT_THAT(advice.change.file, testing::EndsWith("fix_hint_test.cpp"));
  EXPECT_EQ(found.fixes.size(), 1U) << "no other single order helps";
}

TEST(FixHint, SaysThatAChangeIsForAllOfItsLine) {
  const auto found = fix_of<TwoOnALine>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  EXPECT_THAT(hint_of(found, {}, SourceRoot::of_working_directory()).text,
              HasSubstr("release, with any other relaxed store on that line: holds, exhaustive: 2 executions"));
}

TEST(FixHint, SaysThatAChangeOfAnExchangeIsForAdditionsToo) {
  const auto found = fix_of<TwoUpdatesOnALine>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  EXPECT_THAT(hint_of(found, {}, SourceRoot::of_working_directory()).text,
              HasSubstr("make the exchange of first in writer"));
  EXPECT_THAT(hint_of(found, {}, SourceRoot::of_working_directory()).text,
              HasSubstr("release, with any other relaxed read-modify-write on that line: holds"));
}

TEST(FixHint, NamesTheLoadThatHasToAcquire) {
  const auto found = fix_of<Unseen>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  EXPECT_EQ(found.fixes.front().advice.front().operation, "load");
  EXPECT_EQ(found.fixes.front().advice.front().change.to, Order::acquire);
}

TEST(FixHint, NamesAPairWhereOneIsNotEnough) {
  const auto found = fix_of<Neither>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  const auto& advice = found.fixes.front().advice;
  ASSERT_EQ(advice.size(), 2U);
  EXPECT_EQ(advice[0].change.to, Order::release);
  EXPECT_EQ(advice[1].change.to, Order::acquire);
}

// The order that the fix of one fence gives it.
Order order_of_fence(const FixSearch& found) {
  const auto is_fence = [](const Fix& fix) { return fix.advice.front().operation == "fence"; };
  const auto fix = std::ranges::find_if(found.fixes, is_fence);
  EXPECT_NE(fix, found.fixes.end()) << "no fix is of a fence";
  return fix == found.fixes.end() ? Order::relaxed : fix->advice.front().change.to;
}

TEST(FixHint, NamesAFence) {
  EXPECT_EQ(order_of_fence(fix_of<Fenced<Order::acquire>>()), Order::acq_rel) << "what the fence does already stays";
}

TEST(FixHint, NamesAFenceThatDoesNothing) {
  EXPECT_EQ(order_of_fence(fix_of<Fenced<Order::relaxed>>()), Order::release);
}

TEST(FixHint, NamesTwoFencesThatDoNothing) {
  const std::vector<FixSearch> searches{fix_of<FencesThatDoNothing<&Layer::fence, &Layer::fence>>(),
                                        fix_of<FencesThatDoNothing<&Layer::fence_light, &Layer::fence_heavy>>(),
                                        fix_of<FencesThatDoNothing<&Layer::fence_heavy, &Layer::fence>>()};
  for (const auto& found : searches) {
    ASSERT_EQ(found.end, FixSearch::End::found);
    ASSERT_EQ(found.fixes.front().advice.size(), 2U);
    for (const auto& advice : found.fixes.front().advice) {
      EXPECT_EQ(advice.operation, "fence");
      EXPECT_EQ(advice.change.to, Order::seq_cst);
    }
    EXPECT_EQ(found.operations, 6U);
  }
}

// Two light fences order nothing.
TEST(FixHint, IsNoneWhereTwoFencesThatDoNothingAreLight) {
  const auto found = fix_of<FencesThatDoNothing<&Layer::fence_light, &Layer::fence_light>>();
  EXPECT_EQ(found.end, FixSearch::End::none);
}

TEST(FixHint, ReplacesAnUndefinedOrderByTheWeakestThatHolds) {
  const auto found = fix_of<Undefined>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  EXPECT_EQ(found.fixes.front().advice.front().change.to, Order::release);
}

// The program that a hint describes, written by hand, has the verdict and the count that the hint claims.
TEST(FixHint, IsTrueOfTheProgramThatIsChangedByHand) {
  const auto by_hand = run<Both>();
  ASSERT_TRUE(by_hand.holds());
  for (const auto& found : {fix_of<Unpublished>(), fix_of<Unseen>(), fix_of<Neither>(), fix_of<Undefined>()}) {
    ASSERT_EQ(found.end, FixSearch::End::found);
    EXPECT_EQ(found.fixes.front().result.executions, by_hand.result.executions);
    EXPECT_EQ(found.fixes.front().result.blocked, by_hand.result.blocked);
  }
  EXPECT_TRUE(run<Fenced<Order::acq_rel>>().holds());
  const auto fenced = run<Fenced<Order::release>>();
  const auto found = fix_of<Fenced<Order::relaxed>>();
  EXPECT_TRUE(fenced.holds());
  for (const auto& fix : found.fixes) EXPECT_EQ(fix.result.executions, fenced.result.executions);
}

TEST(FixHint, NamesNoFenceInAnIterationThatOnlyWaits) {
  const auto found = fix_of<FencedWait>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  for (const auto& fix : found.fixes) EXPECT_EQ(fix.advice.front().operation, "load");
}

TEST(RelaxedFence, IsNoneWhereNothingIsChecked) {
  EXPECT_NO_THROW(Layer::fence(Order::relaxed));
  EXPECT_NO_THROW(Layer::fence_light(Order::relaxed));
  EXPECT_NO_THROW(Layer::fence_heavy(Order::relaxed));
  EXPECT_THROW(Layer::fence(Order::seq_cst), std::logic_error);
}

TEST(FixHint, IsNoneWhereNoOrderHelps) {
  const auto found = fix_of<Lost>();
  EXPECT_EQ(found.end, FixSearch::End::in_sequence);
  EXPECT_TRUE(found.fixes.empty());
  EXPECT_EQ(found.searches, 1U) << "a search in which all is seq_cst settles it";
}

TEST(FixHint, IsNoneWhereFourOrdersAreNeeded) {
  const auto found = fix_of<StoreBuffering<Order::release, Order::acquire>>();
  EXPECT_EQ(found.end, FixSearch::End::none);
  EXPECT_TRUE(found.fixes.empty());
  EXPECT_EQ(found.operations, 4U);
  EXPECT_TRUE(found.holds_in_sequence);
  const auto text = hint_of(found, {}, SourceRoot("/")).text;
  EXPECT_THAT(text, HasSubstr("no stronger memory order of one or two operations fixes this, of 4 operations"));
  EXPECT_THAT(text, HasSubstr("under sequential consistency it holds"));
  EXPECT_TRUE((run<StoreBuffering<Order::seq_cst, Order::seq_cst>>().holds()));
}

TEST(FixHint, NamesAPairOfFourWhereTwoAreStrongAlready) {
  const auto found = fix_of<StoreBuffering<Order::seq_cst, Order::acquire>>();
  ASSERT_EQ(found.end, FixSearch::End::found);
  for (const auto& advice : found.fixes.front().advice) {
    EXPECT_EQ(advice.operation, "load");
    EXPECT_EQ(advice.change.to, Order::seq_cst);
  }
}

TEST(FixHint, TriesNoOrderInsideTheStandardLibrary) {
  const auto found = fix_of<BesideASemaphore>();
  EXPECT_EQ(found.operations, 2U) << "the store and the load of the flag";
  ASSERT_EQ(found.end, FixSearch::End::found);
  for (const auto& fix : found.fixes)
    for (const auto& advice : fix.advice) EXPECT_EQ(advice.object, "ready");
}

// A search that reaches its limit says nothing, so neither does the hint.
TEST(FixHint, ClaimsNothingOfASearchThatWasCut) {
  FixLimits limits;
  limits.executions = 1;
  const auto found = fix_of(subject<Unpublished>(), limits);
  EXPECT_EQ(found.end, FixSearch::End::limit);
  EXPECT_TRUE(found.fixes.empty());
  limits = {};
  limits.searches = 1;
  EXPECT_EQ(fix_of(subject<Neither>(), limits).end, FixSearch::End::limit);
}

TEST(FixHint, IsTheSameEachTime) {
  const auto text = [] { return hint_of(fix_of<Neither>(), {}, SourceRoot("/")).text; };
  EXPECT_EQ(text(), text());
}

}  // namespace
}  // namespace vigil::checker
