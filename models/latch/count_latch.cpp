// Can a waiter miss that a latch opens, or can another thread access the latch after it has opened?

#include <vigil/latch/count_latch.hpp>

#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

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

const auto freed = model<FreedWhenOpen>("latch/count_latch/freed-when-open").tables(orders, protocol).holds();

const auto down_relaxed = freed.with(CountLatchOrders{.down = std::memory_order_relaxed})
                              .named("latch/count_latch/freed-when-open/down-relaxed")
                              .fails(Violation::data_race, Violation::use_after_free);

const auto probe_relaxed = freed.with(CountLatchOrders{.probe = std::memory_order_relaxed})
                               .named("latch/count_latch/freed-when-open/probe-relaxed")
                               .fails(Violation::data_race, Violation::use_after_free);

const auto finish_relaxed = freed.with(CountLatchOrders{.finish = std::memory_order_relaxed})
                                .named("latch/count_latch/freed-when-open/finish-relaxed")
                                .relacy_cannot_decide(RelacyLimit::end_of_object, kHolds)
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

const auto counted_up = model<CountedUp>("latch/count_latch/counted-up").tables(orders, protocol).starts(1).holds();

template <AtomicsLayer Layer>
struct CountOfOne {
  static constexpr std::string_view kSentence = "a waiter sees that the latch is open, and may free it";
  static constexpr std::string_view kBounds = "1 waiter, who frees the latch; 1 thread that counts down; no spins";
  static constexpr auto threads() { return std::tuple{&CountOfOne::waiter, &CountOfOne::counter}; }

  using Latch = CountLatch<Layer, Waiters::one, orders, protocol>;
  std::optional<Latch> latch{std::in_place, 1U};
  typename Layer::template var<int> result{0, "result"};

  void waiter() {
    latch->wait(SpinWait<Layer>(kNoSpins));
    latch.reset();
    Layer::require(result.get() == 7, "what was done before is seen");
  }
  void counter() {
    result.set(7);
    latch->count_down();
  }
};

const auto count_of_one = model<CountOfOne>("latch/count_latch/count-of-one").tables(orders, protocol).holds();

const auto one_unannounced = count_of_one.with(CountLatchProtocol{.block_only_if_announced = false})
                                 .named("latch/count_latch/count-of-one/blocks-unannounced")
                                 .defect("S-27")
                                 .fails(Violation::missed_wake);

const auto one_late_notification = count_of_one.mutant("count_latch_notifies_after_opening")
                                       .named("latch/count_latch/count-of-one/notified-after-opening")
                                       .defect("S-24")
                                       .fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct TwoWaiters {
  static constexpr std::string_view kSentence = "two threads that wait for a latch made for many both return";
  static constexpr std::string_view kBounds = "2 waiters, 1 thread that counts down; no spins";
  static constexpr auto threads() { return std::tuple{&TwoWaiters::waiter, &TwoWaiters::waiter, &TwoWaiters::counter}; }

  CountLatch<Layer, Waiters::many, orders, protocol> latch{1U};

  void waiter() { latch.wait(SpinWait<Layer>(kNoSpins)); }
  void counter() { latch.count_down(); }
};

const auto two_waiters = model<TwoWaiters>("latch/count_latch/two-waiters").tables(orders, protocol).holds();

}  // namespace
}  // namespace vigil::models
