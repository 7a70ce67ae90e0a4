// Can a waiter miss that a latch opens, or can another thread access the latch after it has opened?
//
// The checker alone: Relacy has no waiting on atomics.

#include <vigil/atomics/choice.hpp>
#include <vigil/latch/count_latch.hpp>

#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

constexpr auto kCheckerAlone = Layers::checker_alone;

CountLatchOrders orders;
CountLatchProtocol protocol;

constexpr unsigned kNoSpins = 0;

template <AtomicsLayer Layer>
struct FreedWhenOpen {
  static constexpr std::string_view kSentence =
      "a waiter returns once all have counted down, sees what they did before, and may free the latch";
  static constexpr std::string_view kBounds = "1 waiter, who frees the latch; 2 threads that count down; no spins";
  static constexpr auto threads() {
    return std::tuple{&FreedWhenOpen::waiter, &FreedWhenOpen::first, &FreedWhenOpen::second};
  }

  using Latch = CountLatch<Layer, Waiters::one, orders, protocol>;
  std::optional<Latch> latch{std::in_place, 2U};
  typename Layer::template var<int> first_result{0, "first_result"};
  typename Layer::template var<int> second_result{0, "second_result"};

  void waiter() {
    latch->wait(SpinWait<Layer>(kNoSpins));
    latch.reset();
    Layer::require(first_result.get() + second_result.get() == 3, "open means that all have counted down");
  }
  void first() {
    first_result.set(1);
    latch->count_down();
  }
  void second() {
    second_result.set(2);
    latch->count_down();
  }
};

const auto freed =
    model<FreedWhenOpen, kCheckerAlone>("latch/count_latch/freed-when-open").tables(orders, protocol).holds();

const auto down_relaxed = freed.with(CountLatchOrders{.down = std::memory_order_relaxed})
                              .named("latch/count_latch/freed-when-open/down-relaxed")
                              .fails(Violation::data_race, Violation::use_after_free);

const auto probe_relaxed = freed.with(CountLatchOrders{.probe = std::memory_order_relaxed})
                               .named("latch/count_latch/freed-when-open/probe-relaxed")
                               .fails(Violation::data_race, Violation::use_after_free);

const auto finish_relaxed = freed.with(CountLatchOrders{.finish = std::memory_order_relaxed})
                                .named("latch/count_latch/freed-when-open/finish-relaxed")
                                .fails(Violation::use_after_free);

const auto unannounced = freed.with(CountLatchProtocol{.block_only_if_announced = false})
                             .named("latch/count_latch/freed-when-open/blocks-unannounced")
                             .weak_failures(0)  // it takes none: a count that changes is enough
                             .defect("S-27")
                             .fails(Violation::missed_wake);

const auto late_notification = freed.mutant("count_latch_notifies_after_opening")
                                   .named("latch/count_latch/freed-when-open/notified-after-opening")
                                   .defect("S-24")
                                   .fails(Violation::use_after_free);

const auto early_leave = freed.with(CountLatchProtocol{.stay_while_closing = false})
                             .named("latch/count_latch/freed-when-open/leaves-while-closing")
                             .defect("S-24")
                             .fails(Violation::use_after_free);

const auto no_notification = freed.mutant("count_latch_notifies_no_waiter")
                                 .named("latch/count_latch/freed-when-open/nobody-notified")
                                 .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct CountedUp {
  static constexpr std::string_view kSentence =
      "a thread that holds a count may add one, and the latch opens after both";
  static constexpr std::string_view kBounds = "1 waiter; 1 thread that counts up for one that it starts; no spins";
  static constexpr auto threads() { return std::tuple{&CountedUp::waiter, &CountedUp::giver}; }

  CountLatch<Layer, Waiters::one, orders, protocol> latch{1U};
  typename Layer::template var<int> given{0, "given"};
  typename Layer::template var<int> own{0, "own"};

  void waiter() {
    latch.wait(SpinWait<Layer>(kNoSpins));
    Layer::require(given.get() + own.get() == 3, "open means that all have counted down");
  }
  void giver() {
    latch.count_up();
    typename Layer::thread helper([this] {
      given.set(1);
      latch.count_down();
    });
    own.set(2);
    latch.count_down();
    helper.join();
  }
};

const auto counted_up =
    model<CountedUp, kCheckerAlone>("latch/count_latch/counted-up").tables(orders, protocol).holds();

template <AtomicsLayer Layer>
struct SetOnce {
  static constexpr std::string_view kSentence = "a waiter sees that the latch is set, and may free it";
  static constexpr std::string_view kBounds = "1 waiter, who frees the latch; 1 setter; no spins";
  static constexpr auto threads() { return std::tuple{&SetOnce::waiter, &SetOnce::setter}; }

  std::optional<OnceLatch<Layer, Waiters::one, orders, protocol>> latch{std::in_place};
  typename Layer::template var<int> result{0, "result"};

  void waiter() {
    latch->wait(SpinWait<Layer>(kNoSpins));
    latch.reset();
    Layer::require(result.get() == 7, "what the setter did before is seen");
  }
  void setter() {
    result.set(7);
    latch->set();
  }
};

const auto set_once = model<SetOnce, kCheckerAlone>("latch/once_latch/set-once").tables(orders, protocol).holds();

const auto set_late_notification = set_once.mutant("count_latch_notifies_after_opening")
                                       .named("latch/once_latch/set-once/notified-after-opening")
                                       .defect("S-24")
                                       .fails(Violation::use_after_free);

const auto set_weak = set_once.with(CountLatchProtocol{.block_only_if_announced = false})
                          .named("latch/once_latch/set-once/blocks-unannounced")
                          .defect("S-27")
                          .fails(Violation::missed_wake);

// How many may wait is part of the type.
struct WaitersTable {
  Choice<"made_for_many"> made_for_many = true;
};
WaitersTable made;

template <AtomicsLayer Layer>
struct TwoWaiters {
  static constexpr std::string_view kSentence = "two threads that wait for a latch made for many both return";
  static constexpr std::string_view kBounds = "2 waiters, 1 setter; no spins";
  static constexpr auto threads() { return std::tuple{&TwoWaiters::waiter, &TwoWaiters::waiter, &TwoWaiters::setter}; }

  OnceLatch<Layer, Waiters::many, orders, protocol> for_many;
  OnceLatch<Layer, Waiters::one, orders, protocol> for_one;

  void waiter() {
    made.made_for_many ? for_many.wait(SpinWait<Layer>(kNoSpins)) : for_one.wait(SpinWait<Layer>(kNoSpins));
  }
  void setter() { made.made_for_many ? for_many.set() : for_one.set(); }
};

const auto two_waiters =
    model<TwoWaiters, kCheckerAlone>("latch/once_latch/two-waiters").tables(orders, protocol, made).holds();

const auto two_on_one = two_waiters.with(WaitersTable{.made_for_many = false})
                            .named("latch/once_latch/two-waiters/made-for-one")
                            .defect("S-23")
                            .fails(Violation::requirement, Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
