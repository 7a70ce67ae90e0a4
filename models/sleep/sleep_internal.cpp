// Is a job run that a worker pushes on its own deque, which no sleeper checks before it blocks?
//
// Sleepers may miss it, and then its owner takes it (S-09). The jobs event counter is tested with a queue whose
// operations are sequentially consistent with the counters: then sleepers miss no job, even if its owner never checks
// its deque again.

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::kSequentialQueue;
using sleeping::with_tables;
using sleeping::World;

template <AtomicsLayer Layer>
struct OwnerTakesIt : World<Layer, 1, 1> {
  static constexpr std::string_view kSentence = "an internal job is run by a thief or by its owner, once";
  static constexpr std::string_view kBounds = "1 worker; 1 owner: pushes one job, then takes it unless it was stolen";
  static constexpr auto threads() { return std::tuple{&OwnerTakesIt::worker, &OwnerTakesIt::owner}; }

  void worker() { this->work(0); }
  void owner() {
    this->push(0);
    if (const int job = this->internal.take(); job != this->internal.kNone) this->run(job);
  }
};

const auto owner_takes_it = with_tables(model<OwnerTakesIt>("sleep/sleep/internal/owner-takes-it"))
                                .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
                                .holds();

template <AtomicsLayer Layer>
struct OwnerNeverChecks : World<Layer, 1, 1> {
  static constexpr std::string_view kSentence = "a job whose owner never pops it is not slept through";
  static constexpr std::string_view kBounds = "1 worker; 1 owner: pushes one job";
  static constexpr auto threads() { return std::tuple{&OwnerNeverChecks::worker, &OwnerNeverChecks::owner}; }

  void worker() { this->work(0); }
  void owner() { this->push(0); }
};

// Internal jobs need no fence only because their owner takes them. Without it they would.
const auto owner_never_pops = with_tables(model<OwnerNeverChecks>("sleep/sleep/internal/owner-never-checks"))
                                  .defect("S-09")
                                  .fails(Violation::missed_wake);

const auto sequential = owner_never_pops.with(kSequentialQueue)
                            .named("sleep/sleep/internal/sequential/one-worker")
                            .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
                            .holds();

const auto same_direction = sequential.with(SleepProtocol{.announce_makes_even = false})
                                .named("sleep/sleep/internal/sequential/one-worker/announcement-makes-odd")
                                .defect("S-01")
                                .fails(Violation::missed_wake);

const auto other_direction = sequential.with(SleepProtocol{.post_makes_odd = false})
                                 .named("sleep/sleep/internal/sequential/one-worker/post-makes-even")
                                 .defect("S-01")
                                 .fails(Violation::missed_wake);

const auto registers_on_any_word = sequential.mutant("registers_on_any_word")
                                       .named("sleep/sleep/internal/sequential/one-worker/registers-on-any-word")
                                       .fails(Violation::missed_wake);

const auto no_search = sequential.mutant("sleeps_right_after_announcing")
                           .named("sleep/sleep/internal/sequential/one-worker/no-check-after-announcing")
                           .defect("S-05")
                           .fails(Violation::missed_wake);

// With one job the second read is harmless, because a search follows it. With two it is not: see `second_job`.
const auto second_read = sequential.with(SleepProtocol{.announcement_from_own_write = false})
                             .named("sleep/sleep/internal/sequential/one-worker/announcement-read-again")
                             .defect("S-05")
                             .holds();

template <AtomicsLayer Layer>
struct SecondJob : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "a job is not slept through because of an earlier job";
  static constexpr std::string_view kBounds =
      "1 worker; 1 owner: pushes a job, takes it unless it was stolen, pushes another";
  static constexpr auto threads() { return std::tuple{&SecondJob::worker, &SecondJob::owner}; }

  void worker() { this->work(0); }
  void owner() {
    this->push(0);
    if (const int job = this->internal.take(); job != this->internal.kNone) this->run(job);
    this->push(1);
  }
};

const auto second_job = with_tables(model<SecondJob>("sleep/sleep/internal/sequential/second-job"))
                            .with(kSequentialQueue)
                            .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
                            .holds();

const auto second_job_second_read = second_job.with(SleepProtocol{.announcement_from_own_write = false})
                                        .named("sleep/sleep/internal/sequential/second-job/announcement-read-again")
                                        .defect("S-05")
                                        .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct TwoNeverCheck : World<Layer, 2, 1> {
  static constexpr std::string_view kSentence = "if a job is queued and no thread acts, some worker is awake";
  static constexpr std::string_view kBounds = "2 workers; 1 owner: pushes one job";
  static constexpr auto threads() {
    return std::tuple{&TwoNeverCheck::first_worker, &TwoNeverCheck::second_worker, &TwoNeverCheck::owner};
  }

  void first_worker() { this->work(0); }
  void second_worker() { this->work(1); }
  void owner() { this->push(0); }
};

const auto two_workers = with_tables(model<TwoNeverCheck>("sleep/sleep/internal/sequential/two-workers"))
                             .with(kSequentialQueue)
                             .defect("S-03")
                             .holds();

// One worker sleeps. The other has announced itself and made its last search: it counts as awake, but will sleep.
const auto two_workers_same_direction = two_workers.with(SleepProtocol{.announce_makes_even = false})
                                            .named("sleep/sleep/internal/sequential/two-workers/announcement-makes-odd")
                                            .defect("S-03")
                                            .defect("S-01")
                                            .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
