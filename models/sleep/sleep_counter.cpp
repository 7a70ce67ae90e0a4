// Does the jobs event counter ever turn a worker back, and what if it comes full circle?

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::kSequentialQueue;
using sleeping::with_tables;
using sleeping::World;

// See one_job_each.cpp for what can be gone through.
constexpr std::string_view kTooLarge = "estimated at several hundred million executions";

// Reachability: what the right protocol can do must be seen to happen, so this model has to fail.
template <AtomicsLayer A>
struct NeverTurnedBack {
  static constexpr std::string_view kSentence = "no worker is ever turned back by a job posted since its announcement";
  static constexpr std::string_view kBounds =
      "1 worker: announces, tries to sleep once; 1 poster: one job, then a stop";
  static constexpr auto threads() { return std::tuple{&NeverTurnedBack::worker, &NeverTurnedBack::poster}; }

  using Counters = AtomicCounters<A, CounterWidths<>, sleeping::counters_orders>;
  Sleep<A, Counters, sleeping::sleep_orders, sleeping::sleep_protocol> sleep{1,
                                                                             {.until_sleepy = 1, .until_sleeping = 2}};
  CoreLatch<A, sleeping::latch_orders, sleeping::latch_protocol> latch;

  void worker() {
    IdleState idle = sleep.start_looking(0);
    for (int round = 0; round != 3; ++round) sleep.no_work_found(idle, latch, [] { return false; });
    const bool announces_again = idle.rounds == 1 && idle.announced == JobsEventCounter::none();
    sleep.work_found();
    A::require(!announces_again, "the counter never says no");
  }
  void poster() {
    sleep.new_internal_jobs(1, true);
    sleep.set_latch(latch, 0);
  }
};

const auto never_turned_back =
    with_tables(model<NeverTurnedBack>("sleep/counter/never-turned-back")).defect("S-01").fails(Violation::requirement);

const auto inert = never_turned_back.with(SleepProtocol{.announce_makes_even = false})
                       .named("sleep/counter/never-turned-back/announcement-makes-odd")
                       .search({.quick = {.bounds = {3}}})
                       .defect("S-01")
                       .holds();

const auto inert_even = never_turned_back.with(SleepProtocol{.post_makes_odd = false})
                            .named("sleep/counter/never-turned-back/post-makes-even")
                            .search({.quick = {.bounds = {3}}})
                            .defect("S-01")
                            .holds();

// Job 0 blocks its worker until job 1 has run on the other.
template <AtomicsLayer A, class Widths>
struct FirstWaitsForSecond : World<A, 2, 2, Widths> {
  static constexpr std::string_view kSentence = "two injected jobs of which the first waits for the second both run";
  static constexpr auto threads() {
    return std::tuple{&FirstWaitsForSecond::first_worker, &FirstWaitsForSecond::second_worker,
                      &FirstWaitsForSecond::poster};
  }

  sleeping::Event<A> second_ran;

  void job(int number) { number == 0 ? second_ran.wait() : second_ran.set(); }
  void first_worker() {
    this->work(0, [this](int number) { job(number); });
  }
  void second_worker() {
    this->work(1, [this](int number) { job(number); });
  }
  void poster() {
    this->inject(0);
    this->inject(1);
  }
};

template <AtomicsLayer A>
struct OneBit : FirstWaitsForSecond<A, CounterWidths<16, 16, 1>> {
  static constexpr std::string_view kBounds = "2 workers; 1 poster: two jobs; a counter of one bit";
};

template <AtomicsLayer A>
struct FullWidth : FirstWaitsForSecond<A, CounterWidths<>> {
  static constexpr std::string_view kBounds = "2 workers; 1 poster: two jobs; a counter of 32 bits";
};

const auto one_bit = with_tables(model<OneBit>("sleep/counter/one-bit"))
                         .thorough_only(kTooLarge)
                         .with(kSequentialQueue)
                         .defect("S-31")
                         .holds();

// The counter has come full circle: the sleeper cannot tell it from the one that it announced.
const auto one_bit_no_last_look = one_bit.with(SleepProtocol{.look_after_registering = false})
                                      .named("sleep/counter/one-bit/without-last-look")
                                      .defect("S-31")
                                      .fails(Violation::missed_wake);

const auto full_width_no_last_look = with_tables(model<FullWidth>("sleep/counter/32-bits/without-last-look"))
                                         .thorough_only(kTooLarge)
                                         .with(kSequentialQueue)
                                         .with(SleepProtocol{.look_after_registering = false})
                                         .defect("S-31")
                                         .holds();

}  // namespace
}  // namespace vigil::models
