// What does a worker tell Sleep of the calls that its joins leave to thieves? The test's own thread plays the worker.

#include "talkative_sleep.hpp"

#include <vigil/pool/join.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

namespace vigil {
namespace {

using proofs::NewJobs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Parts : PoolParts<StdAtomics> {
  using Sleep = proofs::TalkativeSleep;
};

struct LoneWorker {
  LoneWorker() { set.add_worker(0); }
  template <class First>
  void joins(First first) {
    (void)join(worker(), first, [] {});
  }
  Worker<Parts>& worker() { return set.worker(0); }
  auto& sleep() { return set.sleep(); }

  WorkerSet<Parts> set{1, {}, 4};
};

template <std::size_t kSize, std::size_t kAlignment = alignof(char)>
struct Plain {
  void operator()() {}
  alignas(kAlignment) char bytes[kSize];
};
struct NotPlain : Plain<8> {
  NotPlain(const NotPlain&) {}
};
struct OnlyMoved : Plain<8> {
  OnlyMoved(OnlyMoved&&) = default;
  OnlyMoved(const OnlyMoved&) = delete;
};

// With the state of its slot, that fills a line of 64 bytes.
TEST(Forks, HaveRoomForFortyEightBytesEach) {
  using Fork = detail::Fork<Parts>;
  EXPECT_EQ(sizeof(Fork), sizeof(Job<Parts>) + 48);
  EXPECT_TRUE(Fork::kFits<Plain<48>>);
  EXPECT_FALSE(Fork::kFits<Plain<49>>);
  EXPECT_FALSE((Fork::kFits<Plain<8, 2 * alignof(void*)>>));
  EXPECT_FALSE((Fork::kFits<Plain<64, 2 * alignof(void*)>>));
}

// Anything else stays where it is, and is called there.
TEST(Forks, CopyPlainFunctionsThatFitAndDieWithTheCallOfJoin) {
  using Fork = detail::Fork<Parts>;
  EXPECT_TRUE(Fork::kIsCopied<Plain<48>>);
  EXPECT_FALSE(Fork::kIsCopied<Plain<49>>);
  EXPECT_FALSE(Fork::kIsCopied<Plain<48>&>) << "the caller may look at it after the join";
  EXPECT_FALSE(Fork::kIsCopied<NotPlain>);
  EXPECT_FALSE(Fork::kIsCopied<OnlyMoved>);
}

TEST(Forks, TellSleepHowManyCallsBecomePublicAndWhetherThereWereNone) {
  LoneWorker played;
  played.sleep().idle.count = 2;
  played.joins([&] { played.joins([] {}); });
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true), NewJobs(1, false)));
}

TEST(Forks, KeepCallsPrivateWhileThereIsAPublicOneForEachIdleWorker) {
  LoneWorker played;
  played.sleep().idle.count = 1;
  played.joins([&] { played.joins([] {}); });
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true)));
}

TEST(Forks, KeepCallsPrivateBelowAPrivateOneThatIsTakenBack) {
  LoneWorker played;
  played.sleep().idle.count = 1;
  played.joins([&] { played.joins([&] { played.joins([] {}); }); });
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true)));
}

TEST(Forks, TakeNoCallsInsideAnIsolationAndAgainAfterIt) {
  LoneWorker played;
  played.worker().isolate([&] { played.joins([] {}); });
  EXPECT_THAT(played.sleep().injected, IsEmpty());
  played.joins([] {});
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true)));
}

// A deque whose first thief loses a race.
template <class Call, class Listener>
class OnceLost : public PoolParts<StdAtomics>::ForkDeque<Call, Listener> {
  using Base = PoolParts<StdAtomics>::ForkDeque<Call, Listener>;

 public:
  using Base::Base;
  static OnceLost& of(typename Base::Slot* slot) { return static_cast<OnceLost&>(Base::of(slot)); }
  auto steal() {
    if (this->public_size() == 0 || std::exchange(has_lost_, true)) return Base::steal();
    return StealResult<typename Base::Slot*>::retry();
  }

 private:
  bool has_lost_ = false;
};
struct ContendedParts : Parts {
  template <class Call, class Listener>
  using ForkDeque = OnceLost<Call, Listener>;
};

TEST(Forks, AThiefThatHasLostARaceForACallTriesAgain) {
  WorkerSet<ContendedParts> set(2, {}, 4);
  for (std::size_t index = 0; index != set.size(); ++index) set.add_worker(index);
  bool is_called = false;
  (void)join(
      set.worker(0),
      [&] {
        EXPECT_TRUE(set.worker(1).run_one());
        EXPECT_TRUE(is_called);
      },
      [&] { is_called = true; });
}

}  // namespace
}  // namespace vigil
