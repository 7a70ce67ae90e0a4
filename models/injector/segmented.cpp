// Can a job be lost, taken twice, taken out of order, or hidden, and is a segment accessed after it was given up?

#include "segmented_jobs.hpp"

namespace vigil::models {
namespace {

using namespace segmented;

SegmentedOrders orders;

constexpr auto kRelaxed = std::memory_order_relaxed;

template <AtomicsLayer Layer, std::size_t Capacity, std::size_t Jobs>
struct World : RecordedInjector<Layer, orders, Capacity, Jobs> {};

// ---- a job is taken once, complete, and in its turn

template <AtomicsLayer Layer>
struct PushAgainstPop : World<Layer, 2, 3> {
  static constexpr std::string_view kSentence =
      "jobs are taken once, in order, with everything written before their push";
  static constexpr std::string_view kBounds = "segments of 2; 1 pusher: three jobs; 1 popper: three attempts";
  static constexpr auto threads() { return std::tuple{&PushAgainstPop::pusher, &PushAgainstPop::popper}; }

  void pusher() {
    for (int i = 0; i != 3; ++i) this->push(i);
  }
  void popper() {
    for (int attempt = 0; attempt != 3; ++attempt) this->pop();
  }
};

const auto push_pop = model<PushAgainstPop>("injector/segmented/push-against-pop").tables(orders).holds();

const auto no_publish = push_pop.with(SegmentedOrders{.publish = kRelaxed})
                            .named("injector/segmented/push-against-pop/without-publish-release")
                            .fails(Violation::data_race);

const auto no_job = push_pop.with(SegmentedOrders{.job = kRelaxed})
                        .named("injector/segmented/push-against-pop/without-job-acquire")
                        .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct Undisturbed : World<Layer, 2, 3> {
  static constexpr std::string_view kSentence = "a pop with which no other thread interferes takes a job";
  static constexpr std::string_view kBounds = "segments of 2; three jobs to begin with; 1 popper: three attempts";
  static constexpr auto threads() { return std::tuple{&Undisturbed::popper}; }

  Undisturbed() {
    for (int i = 0; i != 3; ++i) this->push(i);
  }
  void popper() {
    for (int attempt = 0; attempt != 3; ++attempt) Layer::require(this->pop(), "no thread interferes");
  }
};

const auto undisturbed = model<Undisturbed>("injector/segmented/undisturbed").tables(orders).holds();

// ---- at the end of a segment

template <AtomicsLayer Layer>
struct TwoPushers : World<Layer, 1, 3> {
  static constexpr std::string_view kSentence = "two pushers at the end of a segment, and a popper: every job once";
  static constexpr std::string_view kBounds = "segments of 1; 2 pushers: two jobs, one job; 1 popper: two attempts";
  static constexpr auto threads() {
    return std::tuple{&TwoPushers::first_pusher, &TwoPushers::second_pusher, &TwoPushers::popper};
  }

  void first_pusher() { this->push(0), this->push(1); }
  void second_pusher() { this->push(2); }
  void popper() { this->pop(), this->pop(); }
};

const auto two_pushers =
    model<TwoPushers>("injector/segmented/two-pushers-one-popper").tables(orders).weak_failures(0).holds();

const auto no_append = two_pushers.with(SegmentedOrders{.append = kRelaxed})
                           .named("injector/segmented/two-pushers-one-popper/without-append-release")
                           .fails(Violation::uninitialised_read, Violation::data_race, Violation::requirement);

template <AtomicsLayer Layer>
struct TwoPoppers : World<Layer, 1, 3> {
  static constexpr std::string_view kSentence = "two poppers at the end of a segment, and a pusher: every job once";
  static constexpr std::string_view kBounds =
      "segments of 1; two jobs to begin with; 1 pusher: one job; 2 poppers: two attempts each";
  static constexpr auto threads() { return std::tuple{&TwoPoppers::pusher, &TwoPoppers::popper, &TwoPoppers::popper}; }

  TwoPoppers() { this->push(0), this->push(1); }
  void pusher() { this->push(2); }
  void popper() { this->pop(), this->pop(); }
};

const auto two_poppers = model<TwoPoppers>("injector/segmented/one-pusher-two-poppers").tables(orders).holds();

const auto no_moved = two_poppers.with(SegmentedOrders{.moved = kRelaxed})
                          .named("injector/segmented/one-pusher-two-poppers/without-moved-release")
                          .fails(Violation::requirement);

const auto no_advance = two_poppers.with(SegmentedOrders{.advance = kRelaxed})
                            .named("injector/segmented/one-pusher-two-poppers/without-advance-release")
                            .fails(Violation::uninitialised_read, Violation::data_race);

template <AtomicsLayer Layer>
struct PollAgainstPop : World<Layer, 2, 3> {
  static constexpr std::string_view kSentence = "a poll takes a job as a pop does, in its turn";
  static constexpr std::string_view kBounds =
      "segments of 2; one job to begin with; 1 pusher: two jobs; 1 thread: two polls; 1 popper: one attempt";
  static constexpr auto threads() {
    return std::tuple{&PollAgainstPop::pusher, &PollAgainstPop::poller, &PollAgainstPop::popper};
  }

  PollAgainstPop() { this->push(0); }
  void pusher() { this->push(1), this->push(2); }
  void poller() { this->poll(), this->poll(); }
  void popper() { this->pop(); }
};

const auto poll_pop =
    model<PollAgainstPop>("injector/segmented/poll-against-pop").tables(orders).weak_failures(0).holds();

template <AtomicsLayer Layer>
struct TwoAndTwo : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "two pushers and two poppers: every job once";
  static constexpr std::string_view kBounds = "segments of 1; 2 pushers: one job each; 2 poppers: one attempt each";
  static constexpr auto threads() {
    return std::tuple{&TwoAndTwo::first_pusher, &TwoAndTwo::second_pusher, &TwoAndTwo::popper, &TwoAndTwo::popper};
  }

  void first_pusher() { this->push(0); }
  void second_pusher() { this->push(1); }
  void popper() { this->pop(); }
};

const auto two_and_two = model<TwoAndTwo>("injector/segmented/two-pushers-two-poppers")
                             .tables(orders)
                             .weak_failures(0)
                             .search({.quick = {.bounds = {1}}, .thorough = {.random = 1'000'000, .bounds = {1}}})
                             .holds();

}  // namespace
}  // namespace vigil::models
