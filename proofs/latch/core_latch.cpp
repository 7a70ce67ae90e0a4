// Is the latch the state machine that its header draws?

#include <vigil/latch/core_latch.hpp>

#include <vigil/testing/labelled_steps.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace vigil {
namespace {

enum class Move { get_sleepy, fall_asleep, wake_up, set, reset };
constexpr std::array kMoves{Move::get_sleepy, Move::fall_asleep, Move::wake_up, Move::set, Move::reset};

const char* name_of(Move move) {
  constexpr std::array kNames{"get_sleepy", "fall_asleep", "wake_up", "set", "reset"};
  return kNames[static_cast<std::size_t>(move)];
}

struct Answer {
  LatchState after;
  bool returned = false;
  friend bool operator==(const Answer&, const Answer&) = default;
};

// The diagram of the header, and nothing of its code. wake_up and reset return nothing.
Answer due(LatchState state, Move move) {
  switch (move) {
    case Move::get_sleepy:
      return state == LatchState::unset ? Answer{LatchState::sleepy, true} : Answer{state, false};
    case Move::fall_asleep:
      return state == LatchState::sleepy ? Answer{LatchState::sleeping, true} : Answer{state, false};
    case Move::wake_up:
      return {state == LatchState::sleeping ? LatchState::unset : state, false};
    case Move::set:
      return {LatchState::set, state == LatchState::sleeping};
    case Move::reset:
      break;
  }
  return {LatchState::unset, false};
}

template <class Latch>
Answer seen(Latch& latch, Move move) {
  bool returned = false;
  switch (move) {
    case Move::get_sleepy:
      returned = latch.get_sleepy();
      break;
    case Move::fall_asleep:
      returned = latch.fall_asleep();
      break;
    case Move::wake_up:
      latch.wake_up();
      break;
    case Move::set:
      returned = latch.set();
      break;
    case Move::reset:
      latch.reset();
      break;
  }
  return {latch.state(), returned};
}

TEST(CoreLatch, BeginsUnset) {
  const CoreLatch<> latch;
  EXPECT_EQ(to_string(latch.state()), "unset");
  EXPECT_FALSE(latch.probe());
}

TEST(CoreLatch, IsItsStateMachineForAnySequenceOfMoves) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& numbers) {
    CoreLatch<> latch;
    LatchState state = LatchState::unset;
    for (const std::uint8_t number : numbers) {
      const Move move = kMoves[number % kMoves.size()];
      const Answer expected = due(state, move);
      const Answer actual = seen(latch, move);
      RC_LOG() << "in state " << to_string(state) << " move " << name_of(move) << ": seen " << to_string(actual.after)
               << ", due " << to_string(expected.after) << '\n';
      RC_ASSERT(actual == expected);
      RC_ASSERT(latch.probe() == (expected.after == LatchState::set));
      state = expected.after;
    }
  }));
}

TEST(CoreLatch, OnlyTheFirstSetterMustWakeASleepingOwner) {
  CoreLatch<> latch;
  ASSERT_TRUE(latch.get_sleepy() && latch.fall_asleep());
  EXPECT_TRUE(latch.set()) << "the first setter found the owner asleep and need not wake it";
  EXPECT_FALSE(latch.set()) << "the second setter must wake an owner that has been woken";
}

TEST(CoreLatch, NoSetterMustWakeAnOwnerThatIsOnlySleepy) {
  CoreLatch<> latch;
  ASSERT_TRUE(latch.get_sleepy());
  EXPECT_FALSE(latch.set()) << "the owner is awake: its next transition is refused";
  EXPECT_FALSE(latch.fall_asleep());
}

TEST(CoreLatch, StaysSetForAnyCallOfItsOwner) {
  CoreLatch<> latch;
  (void)latch.set();
  EXPECT_FALSE(latch.get_sleepy());
  EXPECT_FALSE(latch.fall_asleep());
  latch.wake_up();
  EXPECT_EQ(to_string(latch.state()), "set");
}

TEST(CoreLatch, AnOwnerThatWakesUpWritesOnlyIfNoSetterDid) {
  using testing::LabelledSteps;
  CoreLatch<LabelledSteps> latch;
  const auto steps = [&latch] { return LabelledSteps::of([&latch] { latch.wake_up(); }); };
  ASSERT_TRUE(latch.get_sleepy() && latch.fall_asleep());
  EXPECT_THAT(steps(), ::testing::ElementsAre("latch.probe", "latch.wake_up"));
  EXPECT_EQ(to_string(latch.state()), "unset");
  (void)latch.set();
  EXPECT_THAT(steps(), ::testing::ElementsAre("latch.probe")) << "a setter has woken it, as is usual";
}

TEST(CoreLatch, NamesItsStates) {
  EXPECT_EQ(to_string(LatchState::unset), "unset");
  EXPECT_EQ(to_string(LatchState::sleepy), "sleepy");
  EXPECT_EQ(to_string(LatchState::sleeping), "sleeping");
  EXPECT_EQ(to_string(LatchState::set), "set");
}

// A layer in which each weak compare-exchange fails spuriously.
struct FailingAtomics : StdAtomics {
  template <class T>
  class atomic : public StdAtomics::atomic<T> {
   public:
    using StdAtomics::atomic<T>::atomic;
    bool compare_exchange_weak(T&, T, std::memory_order, std::memory_order) noexcept { return false; }
  };
};
constexpr CoreLatchProtocol kWeak{.strong_transitions = false};

TEST(CoreLatch, MakesItsTransitionsWhereAWeakExchangeAlwaysFails) {
  CoreLatch<FailingAtomics> strong;
  EXPECT_TRUE(strong.get_sleepy() && strong.fall_asleep());
  CoreLatch<FailingAtomics, kCoreLatchOrders, kWeak> weak;
  EXPECT_FALSE(weak.get_sleepy()) << "the layer of this test does not do what it is for";
}

}  // namespace
}  // namespace vigil
