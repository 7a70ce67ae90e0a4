// Can a waiter miss that the latch is set, or can the setter access the latch after a waiter has destroyed it?

#include <vigil/atomics/choice.hpp>
#include <vigil/latch/once_latch.hpp>

#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

OnceLatchOrders orders;
OnceLatchProtocol protocol;

constexpr unsigned kNoSpins = 0;

template <AtomicsLayer Layer>
struct SetOnce {
  static constexpr std::string_view kSentence = "a waiter sees that the latch is set, and may free it";
  static constexpr std::string_view kBounds = "1 waiter, who frees the latch; 1 setter; no spins";
  static constexpr auto threads() { return std::tuple{&SetOnce::waiter, &SetOnce::setter}; }

  std::optional<OnceLatch<Layer, Waiters::one, orders, protocol>> latch{std::in_place};
  typename Layer::template var<int> result{0, "result"};

  void waiter() {
    latch->wait(SpinWait<Layer>(kNoSpins));
    Layer::require(latch->probe(), "set_is_final");
    latch.reset();
    Layer::require(result.get() == 7, "what the setter did before is seen");
  }
  void setter() {
    result.set(7);
    latch->set();
  }
};

const auto set_once = model<SetOnce>("latch/once_latch/set-once").tables(orders, protocol).holds();

const auto set_relaxed = set_once.with(OnceLatchOrders{.set = std::memory_order_relaxed})
                             .named("latch/once_latch/set-once/set-relaxed")
                             .fails(Violation::data_race, Violation::use_after_free);

const auto end_relaxed = set_once.with(OnceLatchOrders{.end = std::memory_order_relaxed})
                             .named("latch/once_latch/set-once/end-relaxed")
                             .fails(Violation::data_race, Violation::use_after_free);

const auto probe_relaxed = set_once.with(OnceLatchOrders{.probe = std::memory_order_relaxed})
                               .named("latch/once_latch/set-once/probe-relaxed")
                               .fails(Violation::data_race, Violation::use_after_free);

// With release, as the exchange of the published latch has at least: what breaks is the end of the latch alone.
const auto set_before_notified = set_once.with(OnceLatchProtocol{.wake_before_set = false})
                                     .with(OnceLatchOrders{.wake = std::memory_order_release})
                                     .named("latch/once_latch/set-once/notified-after-opening")
                                     .defect("S-24")
                                     .fails(Violation::use_after_free);

const auto leaves_early = set_once.mutant("once_latch_leaves_while_waking")
                              .named("latch/once_latch/set-once/leaves-while-waking")
                              .defect("S-24")
                              .fails(Violation::use_after_free, Violation::requirement, Violation::data_race);

const auto blind_notification = set_once.mutant("once_latch_notifies_before_waking")
                                    .named("latch/once_latch/set-once/notified-before-waking")
                                    .fails(Violation::missed_wake);

const auto nobody_notified = set_once.mutant("once_latch_notifies_no_waiter")
                                 .named("latch/once_latch/set-once/nobody-notified")
                                 .fails(Violation::missed_wake);

const auto blocks_unannounced = set_once.mutant("once_latch_blocks_without_announcement")
                                    .named("latch/once_latch/set-once/blocks-unannounced")
                                    .fails(Violation::missed_wake);

const auto trusts_wakeups = set_once.mutant("once_latch_trusts_wakeups")
                                .named("latch/once_latch/set-once/trusts-wakeups")
                                .fails(Violation::use_after_free, Violation::requirement, Violation::data_race);

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
  typename Layer::template var<int> result{0, "result"};

  void waiter() {
    made.made_for_many ? for_many.wait(SpinWait<Layer>(kNoSpins)) : for_one.wait(SpinWait<Layer>(kNoSpins));
    Layer::require(result.get() == 7, "what the setter did before is seen");
  }
  void setter() {
    result.set(7);
    made.made_for_many ? for_many.set() : for_one.set();
  }
};

const auto two_waiters = model<TwoWaiters>("latch/once_latch/two-waiters").tables(orders, protocol, made).holds();

const auto two_on_one = two_waiters.with(WaitersTable{.made_for_many = false})
                            .named("latch/once_latch/two-waiters/made-for-one")
                            .defect("S-23")
                            .fails(Violation::requirement, Violation::missed_wake);

const auto one_of_two_notified = two_waiters.mutant("once_latch_notifies_one_of_many")
                                     .named("latch/once_latch/two-waiters/one-notified")
                                     .defect("S-23")
                                     .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
