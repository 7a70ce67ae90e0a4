// Can the owner of a latch miss that it is set, and sleep forever?

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/linearizability/latch.hpp>
#include <vigil/model/recorder.hpp>

#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

CoreLatchOrders orders;
CoreLatchProtocol protocol;

// The part of Sleep that concerns the latch.
template <AtomicsLayer Layer>
class Bed {
 public:
  // Steps 1, 2, 3, 8 and 9 of going to sleep.
  template <class Latch>
  void sleep(Latch& latch) {
    if (!latch.get_sleepy()) return;
    const LockGuard lock(mutex_);
    if (!latch.fall_asleep()) return;
    is_blocked_.set(true);
    Layer::retry([this] {
      if (!is_blocked_.get()) return true;
      condition_.wait(mutex_);
      return false;
    });
    latch.wake_up();
  }
  void wake() {
    const LockGuard lock(mutex_);
    if (!is_blocked_.get()) return;
    is_blocked_.set(false);
    condition_.notify_one();
  }

 private:
  typename Layer::mutex mutex_{"mutex"};
  typename Layer::condition_variable condition_{"condition"};
  typename Layer::template var<bool> is_blocked_{false, "is_blocked"};
};

template <AtomicsLayer Layer>
struct OwnerWaits {
  static constexpr std::string_view kSentence =
      "an owner sees its latch set, is never left asleep, and sees what the setter did before";
  static constexpr std::string_view kBounds =
      "owner: waits until set; 1 setter; 1 thread that wakes the owner for nothing";
  static constexpr auto threads() {
    return std::tuple{&OwnerWaits::owner, &OwnerWaits::setter, &OwnerWaits::spurious_waker};
  }

  CoreLatch<Layer, orders, protocol> latch;
  Bed<Layer> bed;
  typename Layer::template var<int> result{Name("result")};
  mutable bool was_set = false;

  void owner() {
    Layer::retry([this] {
      if (latch.probe()) return true;
      bed.sleep(latch);
      const LatchState state = latch.state();
      Layer::require(state == LatchState::unset || state == LatchState::set,
                     "an owner that is awake is not on its way to sleep");
      return false;
    });
    Layer::require(result.get() == 7, "the owner of a set latch sees what the setter did before");
  }
  void setter() {
    result.set(7);
    if (latch.set()) bed.wake();
  }
  void spurious_waker() { bed.wake(); }

  void invariant() const {
    const bool is_set = latch.state() == LatchState::set;
    Layer::require(is_set || !was_set, "set_is_final");
    was_set = is_set;
  }
};

const auto owner_waits = model<OwnerWaits>("latch/core_latch/owner-waits").tables(orders, protocol).holds();

// All transitions are read-modify-writes of one location: their order needs no seq_cst (S-07).
const auto weakest = owner_waits
                         .with(CoreLatchOrders{.get_sleepy = std::memory_order_relaxed,
                                               .fall_asleep = std::memory_order_relaxed,
                                               .wake_up = std::memory_order_relaxed,
                                               .set = std::memory_order_release})
                         .named("latch/core_latch/owner-waits/no-seq-cst")
                         .defect("S-07")
                         .holds();

const auto set_relaxed = owner_waits.with(CoreLatchOrders{.set = std::memory_order_relaxed})
                             .named("latch/core_latch/owner-waits/set-relaxed")
                             .fails(Violation::data_race);

const auto probe_relaxed = owner_waits.with(CoreLatchOrders{.probe = std::memory_order_relaxed})
                               .named("latch/core_latch/owner-waits/probe-relaxed")
                               .fails(Violation::data_race);

const auto weak_transitions = owner_waits.with(CoreLatchProtocol{.strong_transitions = false})
                                  .named("latch/core_latch/owner-waits/weak-transitions")
                                  .defect("S-08")
                                  .fails(Violation::requirement);

const auto load_then_store = owner_waits.mutant("latch_set_by_load_and_store")
                                 .named("latch/core_latch/owner-waits/set-by-load-and-store")
                                 .defect("S-13")
                                 .fails(Violation::missed_wake);

const auto wake_up_by_store = owner_waits.mutant("latch_wakes_up_by_store")
                                  .named("latch/core_latch/owner-waits/wake-up-by-store")
                                  .defect("S-07")
                                  .fails(Violation::requirement, Violation::missed_wake);

template <AtomicsLayer Layer>
struct TwoSetters {
  static constexpr std::string_view kSentence =
      "exactly one of two setters wakes an owner that sleeps, and neither wakes one that is awake";
  static constexpr std::string_view kBounds = "owner: one attempt to fall asleep; 2 setters";
  static constexpr auto threads() {
    return std::tuple{&TwoSetters::owner, &TwoSetters::first_setter, &TwoSetters::second_setter};
  }

  using Call = linearizability::LatchCall;

  CoreLatch<Layer, orders, protocol> latch;
  Recorder<Layer, Call> recorder;
  bool asleep = false;
  bool first_wakes = false;
  bool second_wakes = false;

  void owner() {
    recorder.begins();
    const bool is_sleepy = latch.get_sleepy();
    recorder.ended(Call::get_sleepy(is_sleepy));
    if (!is_sleepy) return;
    recorder.begins();
    asleep = latch.fall_asleep();
    recorder.ended(Call::fall_asleep(asleep));
  }
  void first_setter() { first_wakes = set(); }
  void second_setter() { second_wakes = set(); }
  bool set() {
    recorder.begins();
    const bool wakes = latch.set();
    recorder.ended(Call::set(wakes));
    return wakes;
  }

  void finish() {
    Layer::require(first_wakes + second_wakes == (asleep ? 1 : 0), "one_setter_wakes");
    Layer::require(latch.probe(), "set_is_final");
    recorder.begins();
    recorder.ended(Call::check(latch.state()));
    Layer::require(linearizability::linearize<linearizability::LatchSpec>(recorder.history()).exists,
                   "calls_have_an_order");
  }
};

const auto two_setters = model<TwoSetters>("latch/core_latch/two-setters")
                             .tables(orders, protocol)
                             .search({.quick = {.full = true}})
                             .holds();

const auto two_setters_load_then_store = two_setters.mutant("latch_set_by_load_and_store")
                                             .named("latch/core_latch/two-setters/set-by-load-and-store")
                                             .defect("S-13")
                                             .fails(Violation::requirement);

// Round after round with the same latch: the owner hands it out again only after it has reset it.
struct RoundsProtocol {
  Choice<"reset_before_handing_out"> reset_before_handing_out = true;
};
RoundsProtocol rounds;

template <AtomicsLayer Layer>
struct UsedTwice {
  static constexpr std::string_view kSentence = "a latch that its owner resets can be waited for again";
  static constexpr std::string_view kBounds = "owner: two rounds; 1 setter: once in each, when the owner has begun it";
  static constexpr auto threads() { return std::tuple{&UsedTwice::owner, &UsedTwice::setter}; }

  CoreLatch<Layer, orders, protocol> latch;
  Bed<Layer> bed;
  typename Layer::template var<int> result{Name("result")};
  typename Layer::template atomic<bool> second_round{false, "second_round"};

  void owner() {
    wait_for(1);
    if (rounds.reset_before_handing_out) latch.reset();
    second_round.store(true, std::memory_order_release);
    if (!rounds.reset_before_handing_out) latch.reset();
    wait_for(2);
  }
  void setter() {
    set(1);
    (void)second_round.spin_until([](bool begins) { return begins; }, std::memory_order_acquire);
    set(2);
  }

 private:
  void wait_for(int round) {
    Layer::retry([this] {
      if (latch.probe()) return true;
      bed.sleep(latch);
      return false;
    });
    Layer::require(result.get() == round, "the owner of a set latch sees what the setter did before");
  }
  void set(int round) {
    result.set(round);
    if (latch.set()) bed.wake();
  }
};

const auto used_twice = model<UsedTwice>("latch/core_latch/used-twice").tables(orders, protocol, rounds).holds();

// A reset while a thread may set the latch undoes the set.
const auto reset_in_use = used_twice.with(RoundsProtocol{.reset_before_handing_out = false})
                              .named("latch/core_latch/used-twice/reset-while-in-use")
                              .fails(Violation::missed_wake, Violation::livelock, Violation::deadlock);

}  // namespace
}  // namespace vigil::models
