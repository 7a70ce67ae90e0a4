// Three numbers in one word, compared with three numbers.

#include <vigil/sleep/atomic_counters.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil {
namespace {

// Production's layer, except that a broken precondition throws.
struct ThrowingAtomics : StdAtomics {
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

bool is_sleepy(JobsEventCounter counter) { return counter.is_sleepy(); }
bool is_active(JobsEventCounter counter) { return counter.is_active(); }

struct Numbers {
  std::uint64_t sleeping = 0;
  std::uint64_t inactive = 0;
  std::uint64_t jobs_event = 0;
};

// The counters and their reference. Operations that are not legal in the current state are left out.
template <class Widths, unsigned JobsEventBits>
class Pair {
 public:
  void apply(std::uint8_t number) {
    switch (number % 7) {
      case 0:
        return add_inactive();
      case 1:
        return sub_inactive();
      case 2:
        return register_sleeper();
      case 3:
        return release_sleeper();
      case 4:
        return toggle(is_active, 1);
      case 5:
        return toggle(is_sleepy, 0);
      default:
        return register_with_a_stale_word();
    }
  }

  void compare() const {
    const auto word = counters_.load();
    RC_ASSERT(word.sleeping() == due_.sleeping);
    RC_ASSERT(word.inactive() == due_.inactive);
    RC_ASSERT(word.awake_but_idle() == due_.inactive - due_.sleeping);
    RC_ASSERT(word.jobs_event_counter().value() == due_.jobs_event);
    RC_ASSERT(word.sleeping_within_inactive());
  }

 private:
  using Counters = AtomicCounters<ThrowingAtomics, Widths>;

  void add_inactive() {
    if (due_.inactive == Counters::kMaxWorkers) return;
    counters_.add_inactive();
    ++due_.inactive;
  }
  void sub_inactive() {
    if (due_.sleeping == due_.inactive) return;
    RC_ASSERT(counters_.sub_inactive() == std::min<std::uint64_t>(due_.sleeping, 2));
    --due_.inactive;
  }
  void register_sleeper() {
    if (due_.sleeping == due_.inactive) return;
    RC_ASSERT(counters_.try_add_sleeping(counters_.load()));
    ++due_.sleeping;
  }
  void release_sleeper() {
    if (due_.sleeping == 0) return;
    counters_.sub_sleeping();
    --due_.sleeping;
  }
  void toggle(bool (*stale)(JobsEventCounter), std::uint64_t stale_parity) {
    const auto word = counters_.increment_jobs_event_counter_if(stale);
    if (due_.jobs_event % 2 == stale_parity) {
      due_.jobs_event = (due_.jobs_event + 1) % (std::uint64_t{1} << JobsEventBits);
    }
    RC_ASSERT(word == counters_.load());
    RC_ASSERT(!stale(word.jobs_event_counter()));
  }
  void register_with_a_stale_word() {
    if (due_.sleeping == due_.inactive || due_.inactive == Counters::kMaxWorkers) return;
    const auto stale = counters_.load();
    add_inactive();
    RC_ASSERT(!counters_.try_add_sleeping(stale));
  }

  Counters counters_;
  Numbers due_;
};

template <class Widths, unsigned JobsEventBits>
void fields_do_not_bleed() {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& operations) {
    Pair<Widths, JobsEventBits> pair;
    for (const std::uint8_t operation : operations) {
      pair.apply(operation);
      pair.compare();
    }
  }));
}

TEST(AtomicCounters, AreThreeNumbersForAnySequenceOfLegalOperations) { fields_do_not_bleed<CounterWidths<>, 32>(); }
TEST(AtomicCounters, AreThreeNumbersInFieldsOfTwoBits) { fields_do_not_bleed<CounterWidths<2, 2, 2>, 2>(); }
TEST(AtomicCounters, AreThreeNumbersWithAOneBitCounter) { fields_do_not_bleed<CounterWidths<3, 4, 1>, 1>(); }
TEST(AtomicCounters, AreThreeNumbersInOneBitEach) { fields_do_not_bleed<CounterWidths<1, 1, 1>, 1>(); }

TEST(AtomicCounters, KeepEveryFieldApartWhenAllAreFull) {
  AtomicCounters<ThrowingAtomics, CounterWidths<2, 2, 60>> counters;
  for (int worker = 0; worker != 3; ++worker) counters.add_inactive();
  for (int worker = 0; worker != 3; ++worker) ASSERT_TRUE(counters.try_add_sleeping(counters.load()));
  EXPECT_EQ(counters.load().sleeping(), 3u);
  EXPECT_EQ(counters.load().inactive(), 3u);
  EXPECT_EQ(counters.load().jobs_event_counter().value(), 0u);
}

TEST(AtomicCounters, WrapTheJobsEventCounterWithoutTouchingTheRest) {
  AtomicCounters<ThrowingAtomics, CounterWidths<2, 2, 2>> counters;
  counters.add_inactive();
  std::vector<std::uint64_t> seen;
  for (int round = 0; round != 3; ++round) {
    seen.push_back(counters.increment_jobs_event_counter_if(is_sleepy).jobs_event_counter().value());
    seen.push_back(counters.increment_jobs_event_counter_if(is_active).jobs_event_counter().value());
  }
  EXPECT_THAT(seen, ::testing::ElementsAre(1, 2, 3, 0, 1, 2));
  EXPECT_EQ(counters.load().inactive(), 1u);
  EXPECT_EQ(counters.load().sleeping(), 0u);
}

template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no call was refused";
}

TEST(AtomicCounters, RefuseMoreInactiveWorkersThanTheFieldCounts) {
  AtomicCounters<ThrowingAtomics, CounterWidths<2, 2, 60>> counters;
  for (int worker = 0; worker != 3; ++worker) counters.add_inactive();
  EXPECT_EQ(refusal([&] { counters.add_inactive(); }),
            "AtomicCounters: more inactive workers than the field can count");
}

TEST(AtomicCounters, CountSleepersAmongTheInactiveWorkers) {
  AtomicCounters<ThrowingAtomics, CounterWidths<2, 2, 60>> counters;
  for (int worker = 0; worker != 3; ++worker) counters.add_inactive();
  ASSERT_TRUE(counters.try_add_sleeping(counters.load()));
  EXPECT_EQ(refusal([&] { counters.add_inactive(); }),
            "AtomicCounters: more inactive workers than the field can count");
}

TEST(AtomicCounters, RefuseMoreSleepersThanInactiveWorkers) {
  AtomicCounters<ThrowingAtomics> counters;
  EXPECT_EQ(refusal([&] { (void)counters.try_add_sleeping(counters.load()); }),
            "AtomicCounters: more sleeping workers than inactive ones");
}

TEST(AtomicCounters, RefuseToReleaseASleeperTwice) {
  AtomicCounters<ThrowingAtomics> counters;
  counters.add_inactive();
  ASSERT_TRUE(counters.try_add_sleeping(counters.load()));
  counters.sub_sleeping();
  EXPECT_EQ(refusal([&] { counters.sub_sleeping(); }), "AtomicCounters: a sleeper was released twice");
}

TEST(AtomicCounters, RefuseAWorkerToBecomeActiveThatWasNotInactive) {
  AtomicCounters<ThrowingAtomics> counters;
  EXPECT_EQ(refusal([&] { (void)counters.sub_inactive(); }),
            "AtomicCounters: a worker became active that was not inactive");
}

TEST(AtomicCounters, RefuseAWorkerToBecomeActiveWhileCountedAsSleeping) {
  AtomicCounters<ThrowingAtomics> counters;
  counters.add_inactive();
  ASSERT_TRUE(counters.try_add_sleeping(counters.load()));
  EXPECT_EQ(refusal([&] { (void)counters.sub_inactive(); }),
            "AtomicCounters: a worker became active while counted as sleeping");
}

// A layer in which every weak compare-exchange fails for no reason.
struct UnluckyAtomics : StdAtomics {
  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    static bool compare_exchange_weak(T&, T, std::memory_order, std::memory_order) { return false; }
  };
};

TEST(AtomicCounters, RegisterASleeperUnlessTheWordHasChanged) {
  AtomicCounters<UnluckyAtomics> counters;
  counters.add_inactive();
  EXPECT_TRUE(counters.try_add_sleeping(counters.load()));
}

TEST(CountersSnapshot, KnowsWhetherItsInvariantHolds) {
  constexpr std::uint64_t kOneInactive = CounterWidths<>::kOneInactive;
  EXPECT_TRUE(CountersSnapshot<>(0).sleeping_within_inactive());
  EXPECT_TRUE(CountersSnapshot<>(kOneInactive + 1).sleeping_within_inactive());
  EXPECT_TRUE(CountersSnapshot<>(2 * kOneInactive + 1).sleeping_within_inactive());
  EXPECT_FALSE(CountersSnapshot<>(1).sleeping_within_inactive());
  EXPECT_FALSE(CountersSnapshot<>(kOneInactive + 2).sleeping_within_inactive());
}

TEST(JobsEventCounter, OfAWorkerThatAnnouncedNothingEqualsNoCounter) {
  using Narrow = CountersSnapshot<CounterWidths<1, 1, 62>>;
  EXPECT_NE(JobsEventCounter::none(), CountersSnapshot<>(0).jobs_event_counter());
  EXPECT_NE(JobsEventCounter::none(), CountersSnapshot<>(~std::uint64_t{0}).jobs_event_counter());
  EXPECT_NE(JobsEventCounter::none(), Narrow(~std::uint64_t{0}).jobs_event_counter());
}

TEST(JobsEventCounter, IsSleepyWhenEvenAndActiveWhenOdd) {
  EXPECT_TRUE(rc::check([](std::uint32_t value) {
    RC_ASSERT(JobsEventCounter(value).is_sleepy() == (value % 2 == 0));
    RC_ASSERT(JobsEventCounter(value).is_active() == (value % 2 == 1));
  }));
}

}  // namespace
}  // namespace vigil
