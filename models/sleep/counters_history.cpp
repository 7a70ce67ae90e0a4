// Are the counters linearizable as three numbers?
//
// Each thread records its calls on the counters and their results. The history must have a sequential explanation under
// linearizability::CountersSpec.

#include <vigil/linearizability/counters.hpp>
#include <vigil/model/recorder.hpp>
#include <vigil/sleep/atomic_counters.hpp>

#include <cstdint>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

AtomicCountersOrders orders;
AtomicCountersProtocol protocol;

using linearizability::Counters;
using linearizability::CountersCall;

// Counters that record each call.
template <AtomicsLayer Layer>
class RecordedCounters {
 public:
  void make_even() {
    recorder_.begins();
    const auto word =
        counters_.increment_jobs_event_counter_if([](JobsEventCounter counter) { return counter.is_active(); });
    recorder_.ended(CountersCall::make_even(Counters::of(word)));
  }
  void make_odd() {
    recorder_.begins();
    const auto word =
        counters_.increment_jobs_event_counter_if([](JobsEventCounter counter) { return counter.is_sleepy(); });
    recorder_.ended(CountersCall::make_odd(Counters::of(word)));
  }
  void add_inactive() {
    recorder_.begins();
    counters_.add_inactive();
    recorder_.ended(CountersCall::add_inactive());
  }
  void sub_inactive() {
    recorder_.begins();
    const std::uint64_t cascade = counters_.sub_inactive();
    recorder_.ended(CountersCall::sub_inactive(cascade));
  }
  auto load() {
    recorder_.begins();
    const auto word = counters_.load();
    recorder_.ended(CountersCall::load(Counters::of(word)));
    return word;
  }
  // One attempt, on the current word.
  bool add_sleeping() {
    const auto word = load();
    recorder_.begins();
    const bool has_succeeded = counters_.try_add_sleeping(word);
    recorder_.ended(CountersCall::try_add_sleeping(Counters::of(word), has_succeeded));
    return has_succeeded;
  }
  void sub_sleeping() {
    recorder_.begins();
    counters_.sub_sleeping();
    recorder_.ended(CountersCall::sub_sleeping());
  }

  // The last call reads the final numbers.
  void check() {
    (void)load();
    const bool has_order = linearizability::linearize<linearizability::CountersSpec<>>(recorder_.history()).exists;
    if (!has_order) Layer::require(false, recorder_.explained("calls_have_an_order"));
  }

 private:
  AtomicCounters<Layer, CounterWidths<>, orders, protocol> counters_;
  Recorder<Layer, CountersCall, 20> recorder_;
};

template <AtomicsLayer Layer>
struct Histories {
  static constexpr std::string_view kSentence = "the results of the counters have a sequential explanation";

  RecordedCounters<Layer> counters;

  // Idle, sleepy, asleep unless an event came in between, released, active. What it reads while it sleeps determines
  // which worker stopped being idle in the meantime, and had to wake it.
  void sleeper() {
    counters.add_inactive();
    counters.make_even();
    if (counters.add_sleeping()) {
      (void)counters.load();
      counters.sub_sleeping();
    }
    counters.sub_inactive();
  }
  // Idle for a moment.
  void finder() {
    counters.add_inactive();
    counters.sub_inactive();
  }
  void poster() { counters.make_odd(); }
  void finish() { counters.check(); }
};

template <AtomicsLayer Layer>
struct SleeperFinderPoster : Histories<Layer> {
  static constexpr std::string_view kBounds =
      "3 threads: one idles, announces, registers, is released; one idles; one posts";
  static constexpr auto threads() {
    return std::tuple{&SleeperFinderPoster::sleeper, &SleeperFinderPoster::finder, &SleeperFinderPoster::poster};
  }
};

template <AtomicsLayer Layer>
struct TwoSleepers : Histories<Layer> {
  static constexpr std::string_view kBounds = "2 threads: each idles, announces, registers, is released";
  static constexpr auto threads() { return std::tuple{&TwoSleepers::sleeper, &TwoSleepers::sleeper}; }
};

const auto three_threads =
    model<SleeperFinderPoster>("sleep/atomic_counters/history/three-threads").tables(orders, protocol).holds();

const auto two_sleepers =
    model<TwoSleepers>("sleep/atomic_counters/history/two-sleepers").tables(orders, protocol).holds();

const auto lost_increment = two_sleepers.mutant("counts_in_two_steps")
                                .named("sleep/atomic_counters/history/two-sleepers/load-and-store")
                                .fails(Violation::requirement);

const auto registered_on_any_word = two_sleepers.mutant("registers_on_any_word")
                                        .named("sleep/atomic_counters/history/two-sleepers/registers-on-any-word")
                                        .fails(Violation::requirement);

const auto refused_for_no_reason = two_sleepers.mutant("registers_weakly")
                                       .named("sleep/atomic_counters/history/two-sleepers/fails-spuriously")
                                       .fails(Violation::requirement);

// A cascade of none is wrong while a worker sleeps.
const auto wakes_none = two_sleepers.with(AtomicCountersProtocol{.cascade = false})
                            .named("sleep/atomic_counters/history/two-sleepers/cascade-of-none")
                            .defect("S-11")
                            .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
