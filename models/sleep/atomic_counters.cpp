// Do three numbers in one word stay separate, and does a worker that the counter turns back see the job?

#include <vigil/sleep/atomic_counters.hpp>

#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

AtomicCountersOrders orders;
AtomicCountersProtocol protocol;

constexpr AtomicCountersOrders kAllRelaxed{.load = std::memory_order_relaxed,
                                           .toggle = std::memory_order_relaxed,
                                           .register_sleeper = std::memory_order_relaxed,
                                           .inactive = std::memory_order_relaxed,
                                           .release_sleeper = std::memory_order_relaxed};

template <AtomicsLayer Layer, int Posts>
struct CountingBase {
  static constexpr std::string_view kSentence = "additions and subtractions change only their own field";
  AtomicCounters<Layer, CounterWidths<2, 2, 60>, orders, protocol> counters;

  void worker() {
    counters.add_inactive();
    const auto announced =
        counters.increment_jobs_event_counter_if([](JobsEventCounter counter) { return counter.is_active(); });
    Layer::require(announced.jobs_event_counter().is_sleepy(), "an announcement is even");
    Layer::retry([this] { return counters.try_add_sleeping(counters.load()); });
    Layer::require(counters.load().sleeping() >= 1, "a worker sees its own registration");
    counters.sub_sleeping();
    Layer::require(counters.sub_inactive() <= 1, "at most one other worker can be asleep");
  }
  void first_worker() { worker(); }
  void second_worker() { worker(); }
  void poster() {
    for (int post = 0; post != Posts; ++post) {
      const auto word =
          counters.increment_jobs_event_counter_if([](JobsEventCounter counter) { return counter.is_sleepy(); });
      Layer::require(word.jobs_event_counter().is_active(), "a post is odd");
    }
  }

  void invariant() const {
    Layer::require(counters.load().sleeping_within_inactive(), "sleeping_within_inactive");
    Layer::require(counters.load().inactive() <= 2, "inactive_within_workers");
  }
  void finish() {
    Layer::require(counters.load().sleeping() == 0, "no worker is counted as sleeping at the end");
    Layer::require(counters.load().inactive() == 0, "no worker is counted as inactive at the end");
  }
};

template <AtomicsLayer Layer>
struct Counting : CountingBase<Layer, 2> {
  static constexpr std::string_view kBounds =
      "2 workers: idle, announce, register, release, active; 1 poster: 2 toggles; fields of 2, 2 and 60 bits";
  static constexpr auto threads() {
    return std::tuple{&Counting::first_worker, &Counting::second_worker, &Counting::poster};
  }
};

template <AtomicsLayer Layer>
struct CountingOnePost : CountingBase<Layer, 1> {
  static constexpr std::string_view kBounds =
      "2 workers: idle, announce, register, release, active; 1 poster: 1 toggle; fields of 2, 2 and 60 bits";
  static constexpr auto threads() {
    return std::tuple{&CountingOnePost::first_worker, &CountingOnePost::second_worker, &CountingOnePost::poster};
  }
};

const auto counting_one_post =
    model<CountingOnePost>("sleep/atomic_counters/counting-one-post").tables(orders, protocol).holds();

const auto counting_one_post_relaxed =
    counting_one_post.with(kAllRelaxed).named("sleep/atomic_counters/counting-one-post/relaxed").defect("S-10").holds();

// Two workers announce themselves. The counter becomes even, and then odd again.
const auto toggled_twice = counting_one_post.mutant("toggles_any_word")
                               .named("sleep/atomic_counters/counting-one-post/toggles-without-comparing")
                               .fails(Violation::requirement);

const auto counting = model<Counting>("sleep/atomic_counters/counting").tables(orders, protocol).holds();

// One location: every order gives the same numbers.
const auto counting_relaxed =
    counting.with(kAllRelaxed).named("sleep/atomic_counters/counting/relaxed").defect("S-10").holds();

template <AtomicsLayer Layer, int Workers>
struct Crowd {
  static constexpr std::string_view kSentence = "no more workers grow inactive than the field can count";

  AtomicCounters<Layer, CounterWidths<2, 2, 60>, orders, protocol> counters;

  void worker() { counters.add_inactive(); }
  void finish() {
    Layer::require(counters.load().inactive() == Workers && counters.load().jobs_event_counter().value() == 0,
                   "the fields do not bleed into each other");
  }
};

template <AtomicsLayer Layer>
struct ThreeWorkers : Crowd<Layer, 3> {
  static constexpr std::string_view kBounds = "3 workers; fields of 2 bits";
  static constexpr auto threads() {
    constexpr auto kWorker = &ThreeWorkers::worker;
    return std::tuple{kWorker, kWorker, kWorker};
  }
};

template <AtomicsLayer Layer>
struct FourWorkers : Crowd<Layer, 4> {
  static constexpr std::string_view kBounds = "4 workers; fields of 2 bits";
  static constexpr auto threads() {
    constexpr auto kWorker = &FourWorkers::worker;
    return std::tuple{kWorker, kWorker, kWorker, kWorker};
  }
};

const auto three_workers = model<ThreeWorkers>("sleep/atomic_counters/two-bit-fields/three-workers")
                               .tables(orders, protocol)
                               .defect("S-32")
                               .search({.quick = {.full = true}})
                               .holds();

const auto counted_in_two_steps = three_workers.mutant("counts_in_two_steps")
                                      .named("sleep/atomic_counters/two-bit-fields/three-workers/load-and-store")
                                      .fails(Violation::requirement);

const auto four_workers = model<FourWorkers>("sleep/atomic_counters/two-bit-fields/four-workers")
                              .tables(orders, protocol)
                              .defect("S-32")
                              .fails(Violation::requirement);

// A layer that notes failed requirements, so that a model can require that a mistake is detected. The note is a static
// member, outside the layer's memory, because `require` has no object. The model resets it.
template <AtomicsLayer Layer>
struct Noting : Layer {
  static void require(bool condition, const char*) { has_noted = has_noted || !condition; }
  static inline bool has_noted = false;
};

// The mistake of S-12, reduced: both the waker and the sleeper decrement the count. While another worker sleeps, the
// count is too low and neither subtraction can detect it. The release that finds a count of zero detects it. So the
// model requires that the mistake is detected, not that the count is right.
template <AtomicsLayer Layer>
struct OneReleaseTooMany {
  static constexpr std::string_view kSentence = "a release without a sleeper is detected";
  static constexpr std::string_view kBounds = "1 waker: releases 2 sleepers; 1 of these: releases itself too";
  static constexpr auto threads() { return std::tuple{&OneReleaseTooMany::waker, &OneReleaseTooMany::sleeper}; }

  AtomicCounters<Noting<Layer>, CounterWidths<>, orders, protocol> counters;

  OneReleaseTooMany() {
    Noting<Layer>::has_noted = false;
    for (int worker = 0; worker != 2; ++worker) counters.add_inactive();
    for (int worker = 0; worker != 2; ++worker) (void)counters.try_add_sleeping(counters.load());
  }

  void waker() {
    counters.sub_sleeping();
    counters.sub_sleeping();
  }
  void sleeper() { counters.sub_sleeping(); }
  void finish() { Layer::require(Noting<Layer>::has_noted, "the extra release is detected"); }
};

const auto one_release_too_many = model<OneReleaseTooMany>("sleep/atomic_counters/one-release-too-many")
                                      .tables(orders, protocol)
                                      .defect("S-33")
                                      .search({.quick = {.full = true}})
                                      .holds();

const auto saturating = one_release_too_many.mutant("subtracts_down_to_zero")
                            .named("sleep/atomic_counters/one-release-too-many/saturating")
                            .defect("S-33")
                            .fails(Violation::requirement);

// The counter as a message: a worker whose announcement is stale sees the job that was posted since.
template <AtomicsLayer Layer>
struct TurnedBack {
  static constexpr std::string_view kSentence = "a worker that the counter turns back sees the job that turned it back";
  static constexpr std::string_view kBounds = "1 worker: announces, compares; 1 poster: one job";
  static constexpr auto threads() { return std::tuple{&TurnedBack::worker, &TurnedBack::poster}; }

  AtomicCounters<Layer, CounterWidths<>, orders, protocol> counters;
  typename Layer::template var<int> job{0, "job"};

  void worker() {
    const auto announced =
        counters.increment_jobs_event_counter_if([](JobsEventCounter counter) { return counter.is_active(); });
    if (counters.load().jobs_event_counter() == announced.jobs_event_counter()) return;
    Layer::require(job.get() == 7, "the job is there");
  }
  void poster() {
    job.set(7);
    (void)counters.increment_jobs_event_counter_if([](JobsEventCounter counter) { return counter.is_sleepy(); });
  }
};

const auto turned_back = model<TurnedBack>("sleep/atomic_counters/turned-back")
                             .tables(orders, protocol)
                             .search({.quick = {.full = true}})
                             .holds();

const auto turned_back_weakest = turned_back
                                     .with(AtomicCountersOrders{.load = std::memory_order_acquire,
                                                                .toggle = std::memory_order_release,
                                                                .register_sleeper = std::memory_order_relaxed,
                                                                .inactive = std::memory_order_relaxed,
                                                                .release_sleeper = std::memory_order_relaxed})
                                     .named("sleep/atomic_counters/turned-back/no-seq-cst")
                                     .defect("S-10")
                                     .holds();

const auto turned_back_toggle_relaxed = turned_back.with(AtomicCountersOrders{.toggle = std::memory_order_relaxed})
                                            .named("sleep/atomic_counters/turned-back/toggle-relaxed")
                                            .fails(Violation::data_race);

const auto turned_back_load_relaxed = turned_back.with(AtomicCountersOrders{.load = std::memory_order_relaxed})
                                          .named("sleep/atomic_counters/turned-back/load-relaxed")
                                          .fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
