// Does the jobs event counter ever turn a worker back, and what if it wraps around?

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::kSequentialQueue;
using sleeping::with_tables;

// Reachability: the correct protocol must be able to turn a worker back, so this model is expected to fail.
template <AtomicsLayer Layer>
struct NeverTurnedBack {
  static constexpr std::string_view kSentence = "no worker is ever turned back by a job posted since its announcement";
  static constexpr std::string_view kBounds =
      "1 worker: announces, tries to sleep once; 1 poster: one job, then a stop";
  static constexpr auto threads() { return std::tuple{&NeverTurnedBack::worker, &NeverTurnedBack::poster}; }

  using Counters = sleeping::CountersUnderTest<Layer>;
  Sleep<Layer, Counters, sleeping::sleep_orders, sleeping::sleep_protocol> sleep{
      1, {.until_sleepy = 1, .until_sleeping = 2}};
  CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol> latch;

  void worker() {
    IdleState idle = sleep.start_looking(0);
    for (int round = 0; round != 3; ++round) sleep.no_work_found(idle, latch, [] { return false; });
    const bool announces_again = idle.rounds == 1 && idle.announced == JobsEventCounter::none();
    sleep.work_found([] { return false; });
    Layer::require(!announces_again, "the counter never turns the worker back");
  }
  void poster() {
    sleep.new_internal_jobs(1, [] { return true; });
    sleep.set_latch(latch, 0);
  }
};

const auto never_turned_back = with_tables(model<NeverTurnedBack>("sleep/sleep/counter/never-turned-back"))
                                   .defect("S-01")
                                   .fails(Violation::requirement);

const auto inert = never_turned_back.with(SleepProtocol{.announce_makes_even = false})
                       .named("sleep/sleep/counter/never-turned-back/announcement-makes-odd")
                       .search({.quick = {.bounds = {3}}})
                       .defect("S-01")
                       .holds();

const auto inert_even = never_turned_back.with(SleepProtocol{.post_makes_odd = false})
                            .named("sleep/sleep/counter/never-turned-back/post-makes-even")
                            .search({.quick = {.bounds = {3}}})
                            .defect("S-01")
                            .holds();

// One worker searches until it has the job. The other announces that it becomes sleepy, and then finds other work: with
// the job in between, a counter of one bit wraps around.
template <AtomicsLayer Layer, class Widths>
class WrapsAround {
 public:
  static constexpr std::string_view kSentence = "a job is run although the counter has wrapped around since";

  // The counter begins odd, as after a job.
  WrapsAround() {
    sleep_.new_internal_jobs(0, [] { return true; });
  }

  void searcher() {
    IdleState idle = sleep_.start_looking(0);
    Layer::retry([&] {
      if (injected_.take() != Queue::kNone) return true;
      sleep_.no_work_found(idle, never_set_[0], [this] { return !injected_.is_empty(); });
      return false;
    });
    sleep_.work_found([this] { return !injected_.is_empty(); });
  }
  void announcer() {
    IdleState idle = sleep_.start_looking(1);
    sleep_.no_work_found(idle, never_set_[1], [] { return false; });
    sleep_.work_found([this] { return !injected_.is_empty(); });
  }
  void poster() {
    injected_.push(0);
    sleep_.new_injected_jobs(1, true);
  }
  void finish() {
    Layer::require(sleep_.counters().load().inactive() == 0, "no worker is inactive at the end");
    Layer::require(sleep_.waker_decrements(), "waker_decrements");
  }

 private:
  using Queue = sleeping::Queue<Layer>;
  using Counters = sleeping::CountersUnderTest<Layer, Widths>;

  Sleep<sleeping::Unyielding<Layer>, Counters, sleeping::sleep_orders, sleeping::sleep_protocol> sleep_{
      2, SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  std::array<CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol>, 2> never_set_;
  Queue injected_{"injected"};
};

template <AtomicsLayer Layer>
struct OneBit : WrapsAround<Layer, CounterWidths<16, 16, 1>> {
  static constexpr std::string_view kBounds =
      "2 workers: one searches, one announces; 1 poster: one job; a counter of one bit";
  static constexpr auto threads() { return std::tuple{&OneBit::searcher, &OneBit::announcer, &OneBit::poster}; }
};

template <AtomicsLayer Layer>
struct FullWidth : WrapsAround<Layer, CounterWidths<>> {
  static constexpr std::string_view kBounds =
      "2 workers: one searches, one announces; 1 poster: one job; a counter of 32 bits";
  static constexpr auto threads() {
    return std::tuple{&FullWidth::searcher, &FullWidth::announcer, &FullWidth::poster};
  }
};

const auto one_bit = with_tables(model<OneBit>("sleep/sleep/counter/one-bit")).defect("S-31").holds();

// The counter equals the value that the sleeper announced on.
const auto one_bit_no_last_check = one_bit.with(SleepProtocol{.check_after_registering = false})
                                       .named("sleep/sleep/counter/one-bit/without-last-check")
                                       .with(kSequentialQueue)
                                       .defect("S-31")
                                       .fails(Violation::missed_wake);

const auto full_width_no_last_check = with_tables(model<FullWidth>("sleep/sleep/counter/32-bits/without-last-check"))
                                          .with(kSequentialQueue)
                                          .with(SleepProtocol{.check_after_registering = false})
                                          .defect("S-31")
                                          .holds();

}  // namespace
}  // namespace vigil::models
