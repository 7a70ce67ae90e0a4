// Can a thread that checks before it sleeps see no job, while there is one that no other thread will take?

#include "last_check.hpp"
#include "segmented_jobs.hpp"

namespace vigil::models {
namespace {

using namespace segmented;

SegmentedOrders orders;

constexpr auto kRelaxed = std::memory_order_relaxed;

// The injector always holds a job: one thread pushes before it pops.
template <AtomicsLayer Layer>
struct NeverEmpty : RecordedInjector<Layer, orders, 3, 2> {
  static constexpr std::string_view kSentence = "a check sees no job only if at some instant there was none";
  static constexpr std::string_view kBounds = "segments of 3; one job to begin with; 1 thread: push, pop; 1: one check";
  static constexpr auto threads() { return std::tuple{&NeverEmpty::busy, &NeverEmpty::sleepy}; }

  NeverEmpty() { this->push(0); }
  void busy() { this->push(1), this->pop(); }
  void sleepy() { this->check(); }
};

const auto never_empty = model<NeverEmpty>("injector/segmented/never-empty").tables(orders).holds();

const auto no_seen = never_empty.with(SegmentedOrders{.seen = kRelaxed})
                         .named("injector/segmented/never-empty/without-seen-acquire")
                         .fails(Violation::requirement);

const auto no_claim = never_empty.with(SegmentedOrders{.claim = kRelaxed})
                          .named("injector/segmented/never-empty/without-claim-release")
                          .fails(Violation::requirement);

// The same question to pop.
template <AtomicsLayer Layer>
struct PopOfNeverEmpty : RecordedInjector<Layer, orders, 2, 2> {
  static constexpr std::string_view kSentence = "a pop finds no job only if at some instant there was none";
  static constexpr std::string_view kBounds =
      "segments of 2; one job to begin with; 1 thread: push, pop; 1: two attempts and a check";
  static constexpr auto threads() { return std::tuple{&PopOfNeverEmpty::busy, &PopOfNeverEmpty::popper}; }

  PopOfNeverEmpty() { this->push(0); }
  void busy() { this->push(1), this->pop(); }
  void popper() { this->pop(), this->pop(), this->check(); }
};

const auto pop_of_never_empty = model<PopOfNeverEmpty>("injector/segmented/pop-of-never-empty").tables(orders).holds();

// A push that is over is not hidden by one that is not.
template <AtomicsLayer Layer>
struct BehindAGap : RecordedInjector<Layer, orders, 2, 2> {
  static constexpr std::string_view kSentence =
      "a thread that knows that a push is over is not told that there is no job";
  static constexpr std::string_view kBounds = "segments of 2; 1 pusher: one job; 1 thread: push, check, one attempt";
  static constexpr auto threads() { return std::tuple{&BehindAGap::pusher, &BehindAGap::both}; }

  void pusher() { this->push(0); }
  void both() { this->push(1), this->check(), this->pop(); }
};

const auto behind_a_gap = model<BehindAGap>("injector/segmented/behind-a-gap").tables(orders).holds();

const auto gap_is_empty = behind_a_gap.mutant("segmented_gap_seems_empty")
                              .named("injector/segmented/behind-a-gap/gap-seems-empty")
                              .fails(Violation::requirement);

LastCheckFences fences;

template <AtomicsLayer Layer>
struct LastCheck
    : LastCheckOf<Layer, WatchedJob<Layer>, SegmentedInjector<WatchedJob<Layer>, Layer, orders, 1, 0>, fences> {
  static constexpr std::string_view kBounds = "segments of 1; 1 poster: one job; 1 sleeper: one check";
};

const auto last_check = model<LastCheck>("injector/segmented/last-check")
                            .tables(orders, fences)
                            .search({.quick = {.full = true}, .thorough = {.full = true}})
                            .holds();

const auto no_poster_fence = last_check.with(LastCheckFences{.poster = std::memory_order_relaxed})
                                 .named("injector/segmented/last-check/without-posters-fence")
                                 .defect("S-10")
                                 .fails(Violation::requirement);

const auto no_sleeper_fence = last_check.with(LastCheckFences{.sleeper = std::memory_order_relaxed})
                                  .named("injector/segmented/last-check/without-sleepers-fence")
                                  .defect("S-10")
                                  .fails(Violation::requirement);

// What push says of other jobs.
template <AtomicsLayer Layer>
struct FirstOfTwo {
  static constexpr std::string_view kSentence = "of two pushes into an empty injector one says that there was no job";
  static constexpr std::string_view kBounds = "segments of 1; 2 pushers: one job each";
  static constexpr auto threads() { return std::tuple{&FirstOfTwo::first_pusher, &FirstOfTwo::second_pusher}; }

  WatchedJob<Layer> jobs[2];
  SegmentedInjector<WatchedJob<Layer>, Layer, orders, 1, 0> injector;
  bool was_empty[2]{};

  void first_pusher() { was_empty[0] = injector.push(jobs[0]); }
  void second_pusher() { was_empty[1] = injector.push(jobs[1]); }
  void finish() { Layer::require(was_empty[0] != was_empty[1], "one push came first"); }
};

const auto first_of_two = model<FirstOfTwo>("injector/segmented/first-of-two").tables(orders).holds();

}  // namespace
}  // namespace vigil::models
