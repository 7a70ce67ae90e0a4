// One of two jobs waits for the other: is the second ever left to workers that are all asleep or busy?

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::Setting;
using sleeping::with_tables;
using sleeping::World;

constexpr std::string_view kTooLarge = "estimated at several hundred million executions";

template <AtomicsLayer Layer>
struct FirstWaits : World<Layer, 2, 2> {
  static constexpr std::string_view kSentence = "two injected jobs both run, although the first waits for the second";
  static constexpr std::string_view kBounds = "2 workers; 1 poster: two jobs, one after the other";
  static constexpr auto threads() {
    return std::tuple{&FirstWaits::first_worker, &FirstWaits::second_worker, &FirstWaits::poster};
  }

  sleeping::Event<Layer> second_ran;

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

const auto first_waits =
    with_tables(model<FirstWaits>("sleep/sleep/waiting/first-waits-for-second")).too_large(kTooLarge).holds();

const auto relaxed_counters = first_waits
                                  .with(AtomicCountersOrders{.load = std::memory_order_relaxed,
                                                             .toggle = std::memory_order_relaxed,
                                                             .register_sleeper = std::memory_order_relaxed,
                                                             .inactive = std::memory_order_relaxed,
                                                             .release_sleeper = std::memory_order_relaxed})
                                  .named("sleep/sleep/waiting/first-waits-for-second/relaxed-counters")
                                  .too_large(kTooLarge)
                                  .search({.quick = {.bounds = {1}}, .thorough = {.bounds = {2}}})
                                  .defect("S-10")
                                  .holds();

const auto cascade_after = first_waits.mutant("wakes_none_when_leaving")
                               .with(Setting{.cascade_after_job = true})
                               .named("sleep/sleep/waiting/first-waits-for-second/cascade-after-job")
                               .defect("S-11")
                               .fails(Violation::missed_wake);

const auto no_cascade = first_waits.mutant("wakes_none_when_leaving")
                            .named("sleep/sleep/waiting/first-waits-for-second/no-cascade")
                            .defect("S-11")
                            .fails(Violation::missed_wake);

const auto later_jobs_wake_none = first_waits.with(SleepProtocol{.wake_for_later_jobs = false})
                                      .named("sleep/sleep/waiting/first-waits-for-second/later-jobs-wake-none")
                                      .defect("S-15")
                                      .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct TwoJobs : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "two jobs injected one after the other both run";
  static constexpr std::string_view kBounds = "1 worker; 1 poster: two jobs";
  static constexpr auto threads() { return std::tuple{&TwoJobs::worker, &TwoJobs::poster}; }

  void worker() { this->work(0); }
  void poster() {
    this->inject(0);
    this->inject(1);
  }
};

const auto two_jobs = with_tables(model<TwoJobs>("sleep/sleep/waiting/two-jobs"))
                          .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
                          .holds();

// The queue is not empty when the poster checks it, and empty when it pushes. No worker is awake.
const auto second_job_wakes_none = two_jobs.with(SleepProtocol{.wake_for_later_jobs = false})
                                       .named("sleep/sleep/waiting/two-jobs/later-jobs-wake-none")
                                       .defect("S-15")
                                       .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
