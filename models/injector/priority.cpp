// Do jobs of several levels come out once each, the higher ones first, and does a check before sleep ask every level?

#include "jobs.hpp"
#include "last_check.hpp"

#include <vigil/injector/priority.hpp>

#include <cstddef>

namespace vigil::models {
namespace {

using namespace injecting;

constexpr std::size_t kHigh = 0;
constexpr std::size_t kLow = 1;

template <AtomicsLayer Layer>
struct LevelledJob : WatchedJob<Layer> {
  explicit LevelledJob(std::size_t its_level) : at(its_level) {}
  [[nodiscard]] std::size_t level() const { return at.get(); }

  typename Layer::template var<std::size_t> at;
};

template <class Job, AtomicsLayer Layer>
using TwoLevels = PriorityInjector<Job, TreiberInjector<Job, Layer>, 2, Layer>;

// Levels have no common order, so the history is judged as an account of the jobs.
constexpr JobJudge kAccount{.asks_for_order = false};

template <AtomicsLayer Layer>
using Injector = RecordedInjector<Layer, LevelledJob<Layer>, TwoLevels<LevelledJob<Layer>, Layer>, kAccount>;

// ---- each job is taken once

template <AtomicsLayer Layer>
struct PusherAtEach {
  static constexpr std::string_view kSentence = "two pushers at different levels and two poppers: every job once";
  static constexpr std::string_view kBounds = "2 levels; 2 pushers: one job each; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&PusherAtEach::high_pusher, &PusherAtEach::low_pusher, &PusherAtEach::popper,
                      &PusherAtEach::popper};
  }

  LevelledJob<Layer> high{kHigh};
  LevelledJob<Layer> low{kLow};
  Injector<Layer> injector;

  void high_pusher() { injector.push(high, 0); }
  void low_pusher() { injector.push(low, 1); }
  void popper() { injector.pop_one(); }
  void finish() { injector.finish(); }
};

const auto pusher_at_each = model<PusherAtEach>("injector/priority/pusher-at-each-level")
                                .search({.quick = {.random = 20'000, .bounds = {1}}})
                                .holds();

// The poppers free what they take, so a push that is not over must not access its job.
template <AtomicsLayer Layer>
struct PopperFrees {
  static constexpr std::string_view kSentence = "a push does not access a job that its popper has freed";
  static constexpr std::string_view kBounds = "2 levels; 1 pusher: one job; 1 popper: one job, which it frees";
  static constexpr auto threads() { return std::tuple{&PopperFrees::pusher, &PopperFrees::popper}; }

  using Job = LevelledJob<Layer>;
  TwoLevels<Job, Layer> injector;

  void pusher() {
    auto* const job = ::new (Layer::allocate(sizeof(Job), alignof(Job), "job")) Job(kLow);
    injector.push(*job);
  }
  void popper() {
    Job* taken = nullptr;
    Layer::retry([this, &taken] {
      const StealResult<Job*> result = injector.pop();
      if (!result.is_success()) {
        Layer::yield();
        return false;
      }
      taken = result.job();
      return true;
    });
    std::destroy_at(taken);
    Layer::deallocate(taken, sizeof(Job), alignof(Job));
  }
};

const auto popper_frees = model<PopperFrees>("injector/priority/popper-frees").holds();

const auto asks_afterwards = popper_frees.mutant("priority_push_asks_its_job_afterwards")
                                 .named("injector/priority/popper-frees/push-asks-afterwards")
                                 .fails(Violation::use_after_free);

// ---- the higher level first

template <AtomicsLayer Layer>
struct HigherFirst {
  static constexpr std::string_view kSentence =
      "a job of the higher level that is there before a pop begins is taken before those of the lower level";
  static constexpr std::string_view kBounds =
      "2 levels; one job of each to begin with; 1 popper: two attempts; 1 pusher: one job of the lower level";
  static constexpr auto threads() { return std::tuple{&HigherFirst::popper, &HigherFirst::pusher}; }

  LevelledJob<Layer> high{kHigh};
  LevelledJob<Layer> low{kLow};
  LevelledJob<Layer> new_low{kLow};
  Injector<Layer> injector;

  HigherFirst() {
    injector.push(high, 0);
    injector.push(low, 1);
  }
  void popper() {
    Layer::require(injector.pop() == &high, "the higher level first");
    const LevelledJob<Layer>* const second = injector.pop();
    Layer::require(second == &low || second == &new_low, "then the lower level");
  }
  void pusher() { injector.push(new_low, 2); }
  void finish() { injector.finish(); }
};

const auto higher_first = model<HigherFirst>("injector/priority/higher-first").holds();

const auto lower_first = higher_first.mutant("priority_pop_begins_with_lowest")
                             .named("injector/priority/higher-first/lowest-first")
                             .fails(Violation::requirement);

// A popper is inside the pop of the higher level when another one comes. That one does not wait for it.
template <AtomicsLayer Layer>
struct BesideAPopper {
  static constexpr std::string_view kSentence =
      "a popper that meets another one at the higher level takes the job of the lower level";
  static constexpr std::string_view kBounds = "2 levels; one job of each to begin with; 2 poppers: one attempt each";
  static constexpr auto threads() { return std::tuple{&BesideAPopper::popper, &BesideAPopper::popper}; }

  LevelledJob<Layer> high{kHigh};
  LevelledJob<Layer> low{kLow};
  Injector<Layer> injector;

  BesideAPopper() {
    injector.push(high, 0);
    injector.push(low, 1);
  }
  void popper() { Layer::require(injector.pop() != nullptr, "each of the two poppers takes one of the two jobs"); }
  void finish() { injector.finish(); }
};

const auto beside_a_popper = model<BesideAPopper>("injector/priority/beside-a-popper").holds();

const auto retry_hides = beside_a_popper.mutant("priority_retry_hides_lower_levels")
                             .named("injector/priority/beside-a-popper/retry-hides-lower-levels")
                             .fails(Violation::requirement);

// ---- what the answers say

template <AtomicsLayer Layer>
struct RetryIsNoEmpty {
  static constexpr std::string_view kSentence =
      "a popper that meets another one is not told that there is no job, while there is one";
  static constexpr std::string_view kBounds =
      "2 levels; two jobs of the higher level to begin with; 2 poppers: one attempt each";
  static constexpr auto threads() { return std::tuple{&RetryIsNoEmpty::popper, &RetryIsNoEmpty::popper}; }

  LevelledJob<Layer> jobs[2]{LevelledJob<Layer>{kHigh}, LevelledJob<Layer>{kHigh}};
  TwoLevels<LevelledJob<Layer>, Layer> injector;

  RetryIsNoEmpty() {
    for (auto& job : jobs) injector.push(job);
  }
  void popper() { Layer::require(!injector.pop().is_empty(), "there is a job for each popper"); }
};

const auto retry_is_no_empty = model<RetryIsNoEmpty>("injector/priority/retry-is-no-empty").holds();

const auto retry_seems_empty = retry_is_no_empty.mutant("priority_retry_seems_empty")
                                   .named("injector/priority/retry-is-no-empty/retry-seems-empty")
                                   .fails(Violation::requirement);

template <AtomicsLayer Layer, std::size_t kLevel>
struct JobOf : WatchedJob<Layer> {
  [[nodiscard]] static std::size_t level() { return kLevel; }
};

template <AtomicsLayer Layer, std::size_t kLevel, const LastCheckFences& Fences>
struct LastCheck : LastCheckOf<Layer, JobOf<Layer, kLevel>, TwoLevels<JobOf<Layer, kLevel>, Layer>, Fences> {
  static constexpr std::string_view kBounds = "2 levels; 1 poster: one job; 1 sleeper: one check";
};

constexpr LastCheckFences kFences{};

template <AtomicsLayer Layer>
struct LastCheckHigh : LastCheck<Layer, kHigh, kFences> {};
template <AtomicsLayer Layer>
struct LastCheckLow : LastCheck<Layer, kLow, kFences> {};

const auto last_check_high = model<LastCheckHigh>("injector/priority/last-check-high")
                                 .search({.quick = {.full = true}, .thorough = {.full = true}})
                                 .holds();
const auto last_check_low = model<LastCheckLow>("injector/priority/last-check-low")
                                .search({.quick = {.full = true}, .thorough = {.full = true}})
                                .holds();

const auto forgets_highest = last_check_high.mutant("priority_check_forgets_highest")
                                 .named("injector/priority/last-check-high/forgets-highest")
                                 .defect("S-29")
                                 .fails(Violation::requirement);
const auto forgets_lower = last_check_low.mutant("priority_check_forgets_lower_levels")
                               .named("injector/priority/last-check-low/forgets-lower")
                               .defect("S-29")
                               .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
