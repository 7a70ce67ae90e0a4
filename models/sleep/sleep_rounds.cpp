// Does a worker announce itself again before each attempt to sleep, and yield as often as SleepRounds says?
//
// The published code increments the round before it acts on it. So a worker yields once less before a sleep (S-04), and
// a worker that is turned back to the round of its announcement skips the announcement (S-02). If the old announcement
// is kept (S-06), such a worker still has one, but a stale one, and it never sleeps again.

#include "world.hpp"

#include <cstdint>
#include <string_view>
#include <tuple>

namespace vigil::models {
namespace {

using sleeping::with_tables;

// A latch that counts the attempts to sleep. Each attempt begins with the latch.
template <AtomicsLayer Layer>
struct WatchedLatch : CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol> {
  [[nodiscard]] bool get_sleepy() {
    ++attempts;
    return CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol>::get_sleepy();
  }
  int attempts = 0;
};

template <AtomicsLayer Layer>
using SleepOfOne = Sleep<Layer, sleeping::CountersUnderTest<Layer>, sleeping::sleep_orders, sleeping::sleep_protocol>;

// A worker that finds no job, one job that it does not see, and a stop: long enough for two attempts to sleep.
template <AtomicsLayer Layer>
class TurnedBackOnce {
 public:
  static constexpr std::string_view kBounds = "1 worker: 5 rounds, sleepy after 1; 1 poster: one job, then a stop";

  // The counter begins odd, as after a job.
  TurnedBackOnce() {
    sleep_.new_internal_jobs(0, [] { return true; });
  }

  void worker() {
    constexpr int kRounds = 5;
    IdleState idle = sleep_.start_looking(0);
    for (int round = 0; round != kRounds && !latch_.probe(); ++round)
      sleep_.no_work_found(idle, latch_, [] { return false; });
    sleep_.work_found([] { return false; });
  }
  void poster() {
    sleep_.new_internal_jobs(1, [] { return true; });
    sleep_.set_latch(latch_, 0);
  }

 protected:
  [[nodiscard]] int attempts() const { return latch_.attempts; }

 private:
  SleepOfOne<sleeping::Unyielding<Layer>> sleep_{1, {.until_sleepy = 1, .until_sleeping = 2}};
  WatchedLatch<Layer> latch_;
};

// The violation is a requirement of Sleep itself: Sleep forgets an announcement after use, so it detects a missing one.
template <AtomicsLayer Layer>
struct AnnouncedBeforeEachSleep : TurnedBackOnce<Layer> {
  static constexpr std::string_view kSentence = "a worker announces itself again before each attempt to sleep";
  static constexpr auto threads() {
    return std::tuple{&AnnouncedBeforeEachSleep::worker, &AnnouncedBeforeEachSleep::poster};
  }
};

const auto announced =
    with_tables(model<AnnouncedBeforeEachSleep>("sleep/sleep/rounds/announced-before-each-sleep")).holds();

const auto not_announced = announced.mutant("counts_before_acting")
                               .named("sleep/sleep/rounds/announced-before-each-sleep/counted-before-acting")
                               .defect("S-02")
                               .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct OldAnnouncement : TurnedBackOnce<Layer> {
  static constexpr std::string_view kSentence = "one job turns a worker back once, and it sleeps at its next attempt";
  static constexpr auto threads() { return std::tuple{&OldAnnouncement::worker, &OldAnnouncement::poster}; }

  void finish() { Layer::require(this->attempts() <= 2, "a worker is turned back once by each job"); }
};

const auto old_announcement = with_tables(model<OldAnnouncement>("sleep/sleep/rounds/old-announcement")).holds();

// Alone this is harmless: the round of the announcement comes before every attempt to sleep.
const auto kept = old_announcement.mutant("keeps_announcement")
                      .named("sleep/sleep/rounds/old-announcement/kept")
                      .defect("S-06")
                      .holds();

// Both mistakes together are the published livelock: the worker compares the same stale announcement for ever.
const auto kept_and_counted_before_acting =
    old_announcement.mutant("counts_before_acting")
        .mutant("keeps_announcement")
        .named("sleep/sleep/rounds/old-announcement/kept-and-counted-before-acting")
        .defect("S-02")
        .defect("S-06")
        .fails(Violation::requirement);

// A layer that counts yields. Calls of no_work_found would not do, because a call may sleep instead. The count is a
// static member, because `yield` has no object. The model resets it.
template <AtomicsLayer Layer>
struct CountingYields : sleeping::Unyielding<Layer> {
  static void yield() { ++yields; }
  static inline std::uint32_t yields = 0;
};

template <AtomicsLayer Layer>
class YieldsBeforeSleep {
 public:
  static constexpr std::string_view kSentence = "a worker yields until_sleeping times before it sleeps";
  static constexpr std::string_view kBounds = "1 worker: sleepy after 2 rounds, asleep after 3; 1 thread that stops it";
  static constexpr auto threads() { return std::tuple{&YieldsBeforeSleep::worker, &YieldsBeforeSleep::setter}; }

  YieldsBeforeSleep() { CountingYields<Layer>::yields = 0; }

  void worker() {
    IdleState idle = sleep_.start_looking(0);
    while (latch_.attempts == 0) sleep_.no_work_found(idle, latch_, [] { return false; });
    Layer::require(CountingYields<Layer>::yields == kRounds.until_sleeping,
                   "until_sleeping rounds of yielding, then sleep");
    sleep_.work_found([] { return false; });
  }
  void setter() { sleep_.set_latch(latch_, 0); }

 private:
  static constexpr SleepRounds kRounds{.until_sleepy = 2, .until_sleeping = 3};

  SleepOfOne<CountingYields<Layer>> sleep_{1, kRounds};
  WatchedLatch<Layer> latch_;
};

const auto yields = with_tables(model<YieldsBeforeSleep>("sleep/sleep/rounds/yields-before-sleep")).holds();

const auto one_yield_less = yields.mutant("counts_before_acting")
                                .named("sleep/sleep/rounds/yields-before-sleep/counted-before-acting")
                                .defect("S-04")
                                .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
