// Can a worker that checks before it sleeps see no job, while there is one that no other worker will run?

#include "jobs.hpp"
#include "last_check.hpp"

namespace vigil::models {
namespace {

using namespace injecting;

TreiberOrders orders;

// Two jobs, two workers. The busy one takes one job, which might be waiting for the other; so the other must be seen.
template <AtomicsLayer Layer, class Job, class Injector>
struct CheckBeforeSleep {
  static constexpr std::string_view kSentence = "while one job is being taken, the other is not hidden";
  static constexpr std::string_view kBounds =
      "two jobs to begin with; 2 workers: one job each, the second checks first";
  static constexpr auto threads() { return std::tuple{&CheckBeforeSleep::busy, &CheckBeforeSleep::sleepy}; }

  Job jobs[2];
  RecordedInjector<Layer, Job, Injector> injector;

  CheckBeforeSleep() {
    for (int i = 0; i != 2; ++i) injector.push(jobs[i], i);
  }
  void busy() { injector.pop_one(); }
  void sleepy() {
    injector.check();
    (void)injector.pop_one();
  }
  // A check that sees no job, or a pop that finds none, has no place among these calls.
  void finish() { injector.finish(); }
};

template <AtomicsLayer Layer>
struct Shipped : CheckBeforeSleep<Layer, WatchedJob<Layer>, TreiberInjector<WatchedJob<Layer>, Layer, orders>> {};

const auto shipped = model<Shipped>("injector/treiber/check-before-sleep")
                         .tables(orders)
                         .search({.quick = {.full = true}, .thorough = {.full = true}})
                         .holds();

const auto right_hides_jobs = shipped.mutant("injector_right_hides_jobs")
                                  .named("injector/treiber/check-before-sleep/right-hides-jobs")
                                  .defect("S-20")
                                  .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct DetachAll : CheckBeforeSleep<Layer, LinkedJob<Layer>, DetachAllInjector<LinkedJob<Layer>, Layer>> {};

const auto detach_all =
    model<DetachAll>("injector/treiber/check-before-sleep/detach-all").defect("S-20").fails(Violation::requirement);

LastCheckFences fences;

template <AtomicsLayer Layer>
struct LastCheck : LastCheckOf<Layer, WatchedJob<Layer>, TreiberInjector<WatchedJob<Layer>, Layer, orders>, fences> {
  static constexpr std::string_view kBounds = "1 poster: one job; 1 sleeper: one check";
};

const auto last_check = model<LastCheck>("injector/treiber/last-check")
                            .tables(orders, fences)
                            .search({.quick = {.full = true}, .thorough = {.full = true}})
                            .holds();

const auto no_poster_fence = last_check.with(LastCheckFences{.poster = std::memory_order_relaxed})
                                 .named("injector/treiber/last-check/without-posters-fence")
                                 .defect("S-10")
                                 .fails(Violation::requirement);

const auto no_sleeper_fence = last_check.with(LastCheckFences{.sleeper = std::memory_order_relaxed})
                                  .named("injector/treiber/last-check/without-sleepers-fence")
                                  .defect("S-10")
                                  .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
