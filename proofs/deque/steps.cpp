// Does each operation of the deque cost what its documentation says?

#include <vigil/deque/chase_lev.hpp>

#include <vigil/testing/labelled_steps.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>

namespace vigil {
namespace {

using ::testing::ElementsAre;
using testing::LabelledSteps;

using Deque = ChaseLevDeque<int, LabelledSteps>;

constexpr std::size_t kCapacity = 4;

auto push(Deque& deque) {
  return LabelledSteps::of([&] { deque.push(7); });
}
auto pop(Deque& deque) {
  return LabelledSteps::of([&] { (void)deque.pop(); });
}
auto steal(Deque& deque) {
  return LabelledSteps::of([&] { (void)deque.steal(); });
}

TEST(ChaseLevDequeSteps, APushWithRoomReadsNothingThatThievesWrite) {
  Deque deque(kCapacity);
  for (std::size_t job = 0; job != kCapacity; ++job)
    EXPECT_THAT(push(deque), ElementsAre("own.bottom", "own.array", "push.slot", "push.publish")) << "push " << job;
}

TEST(ChaseLevDequeSteps, APushIntoAFullArrayLearnsOnceWhatThievesTook) {
  Deque deque(kCapacity);
  for (std::size_t job = 0; job != kCapacity; ++job) (void)push(deque);
  for (std::size_t job = 0; job != kCapacity; ++job) (void)steal(deque);
  EXPECT_THAT(push(deque), ElementsAre("own.bottom", "own.array", "push.top", "push.slot", "push.publish"));
  for (std::size_t job = 1; job != kCapacity; ++job)
    EXPECT_THAT(push(deque), ElementsAre("own.bottom", "own.array", "push.slot", "push.publish")) << "push " << job;
}

TEST(ChaseLevDequeSteps, APushThatMustGrowCopiesEachJobOnce) {
  Deque deque(2);
  (void)push(deque);
  (void)push(deque);
  EXPECT_THAT(push(deque), ElementsAre("own.bottom", "own.array", "push.top", "grow.copy", "grow.copy", "grow.copy",
                                       "grow.copy", "grow.publish", "push.slot", "push.publish"));
}

TEST(ChaseLevDequeSteps, APopAboveTheLastJobCompetesWithNoThief) {
  Deque deque(kCapacity);
  (void)push(deque);
  (void)push(deque);
  EXPECT_THAT(pop(deque), ElementsAre("own.bottom", "own.array", "pop.slot", "pop.reserve", "pop.fence", "pop.top"));
}

TEST(ChaseLevDequeSteps, APopOfTheLastJobClaimsIt) {
  Deque deque(kCapacity);
  (void)push(deque);
  EXPECT_THAT(pop(deque), ElementsAre("own.bottom", "own.array", "pop.slot", "pop.reserve", "pop.fence", "pop.top",
                                      "pop.claim", "pop.restore"));
}

TEST(ChaseLevDequeSteps, APopThatThievesLeftNothingClaimsNothing) {
  Deque deque(kCapacity);
  (void)push(deque);
  (void)steal(deque);
  EXPECT_THAT(pop(deque),
              ElementsAre("own.bottom", "own.array", "pop.slot", "pop.reserve", "pop.fence", "pop.top", "pop.restore"));
}

TEST(ChaseLevDequeSteps, APopFromADequeThatItsOwnerKnowsToBeEmptyReadsBottomAlone) {
  Deque deque(kCapacity);
  EXPECT_THAT(pop(deque), ElementsAre("own.bottom")) << "of a new deque";
  (void)push(deque);
  (void)pop(deque);
  EXPECT_THAT(pop(deque), ElementsAre("own.bottom")) << "after the owner took the last job";
  (void)push(deque);
  (void)steal(deque);
  (void)pop(deque);
  EXPECT_THAT(pop(deque), ElementsAre("own.bottom")) << "after the owner learned that a thief took the last job";
}

TEST(ChaseLevDequeSteps, AnEmptyDequeCostsAThiefTwoLoadsAndNoFence) {
  Deque deque(kCapacity);
  EXPECT_THAT(steal(deque), ElementsAre("steal.top", "steal.probe"));
}

TEST(ChaseLevDequeSteps, AThiefReadsTheJobBeforeItClaimsIt) {
  Deque deque(kCapacity);
  (void)push(deque);
  EXPECT_THAT(steal(deque), ElementsAre("steal.top", "steal.probe", "steal.fence", "steal.bottom", "steal.array",
                                        "steal.slot", "steal.claim"));
}

}  // namespace
}  // namespace vigil
