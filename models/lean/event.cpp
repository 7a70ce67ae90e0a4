// Can a thread sleep beside a token, or through the shutdown?

#include <vigil/lean/event.hpp>

#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

using namespace lean;

EventOrders orders;
EventProtocol protocol;

template <AtomicsLayer Layer>
using EventUnderTest = Event<Layer, orders, protocol>;

template <AtomicsLayer Layer>
struct Shutdown {
  static constexpr std::string_view kSentence =
      "a shutdown lets all threads pass, wherever a token is on its way, and each sees why it passed";
  static constexpr std::string_view kBounds = "2 waiters; 1 notifier; 1 that shuts down";
  static constexpr auto threads() {
    return std::tuple{&Shutdown::waiter, &Shutdown::waiter, &Shutdown::notifier, &Shutdown::closer};
  }

  EventUnderTest<Layer> event;
  typename Layer::template var<int> noticed{0, "noticed"};
  typename Layer::template var<int> closed{0, "closed"};
  typename Layer::template atomic<int> takers{0, "takers"};

  void waiter() {
    if (event.wait(SpinWait<Layer>(0)) == Awakening::by_token) {
      Layer::require(noticed.get() == 1, "a thread that takes the token sees what came before it");
      Layer::require(takers.fetch_add(1, std::memory_order_relaxed) == 0, "one token is taken once");
    } else {
      Layer::require(closed.get() == 1, "a thread that passes because of the shutdown sees what came before it");
    }
  }
  void notifier() {
    noticed.set(1);
    event.notify();
  }
  void closer() {
    closed.set(1);
    event.shutdown();
  }
};

const auto shutdown =
    model<Shutdown>("lean/event/shutdown").tables(orders, protocol).weak_failures(0).spurious_wakes(0).holds();

const auto wakes_announced = shutdown.mutant("shutdown_wakes_only_if_waiting")
                                 .named("lean/event/shutdown/wakes-only-if-waiting")
                                 .defect("S-53")
                                 .fails(Violation::missed_wake);

const auto shutdown_undone = shutdown.with(EventProtocol{.shutdown_is_final = false})
                                 .named("lean/event/shutdown/undone-by-notify")
                                 .defect("S-53")
                                 .fails(Violation::missed_wake);

const auto check_relaxed = shutdown.with(EventOrders{.check = std::memory_order_relaxed})
                               .named("lean/event/shutdown/check-relaxed")
                               .fails(Violation::data_race, Violation::requirement);

// Each waiter passes the token on, so that one notification is enough for all.
template <AtomicsLayer Layer>
struct PassedOn {
  static constexpr std::string_view kSentence = "a token that is passed on wakes one thread after the other";
  static constexpr std::string_view kBounds = "2 waiters, which notify in their turn; 1 notifier";
  static constexpr auto threads() { return std::tuple{&PassedOn::waiter, &PassedOn::waiter, &PassedOn::notifier}; }

  EventUnderTest<Layer> event;
  typename Layer::template var<int> turns{0, "turns"};

  void waiter() {
    (void)event.wait(SpinWait<Layer>(0));
    turns.set(turns.get() + 1);
    event.notify();
  }
  void notifier() { event.notify(); }
  void finish() { Layer::require(turns.get() == 2, "each thread had a turn"); }
};

const auto passed_on =
    model<PassedOn>("lean/event/passed-on").tables(orders, protocol).weak_failures(0).spurious_wakes(0).holds();

const auto not_rearmed = passed_on.with(EventProtocol{.rearm_after_blocking = false})
                             .named("lean/event/passed-on/not-rearmed")
                             .defect("S-53")
                             .fails(Violation::missed_wake);

const auto take_relaxed = passed_on.with(EventOrders{.take = std::memory_order_relaxed})
                              .named("lean/event/passed-on/take-relaxed")
                              .fails(Violation::data_race);

// Two threads that notify at the same time leave one token between them.
template <AtomicsLayer Layer>
struct TwoNotifiers {
  static constexpr std::string_view kSentence =
      "a thread that takes a token that two have left sees what both did before";
  static constexpr std::string_view kBounds = "1 waiter, until it has seen both; 2 notifiers";
  static constexpr auto threads() {
    return std::tuple{&TwoNotifiers::waiter, &TwoNotifiers::notifier, &TwoNotifiers::notifier};
  }

  EventUnderTest<Layer> event;
  typename Layer::template atomic<int> posted{0, "posted"};

  void waiter() {
    Layer::retry([this] {
      if (posted.load(std::memory_order_relaxed) == 2) return true;
      (void)event.wait(SpinWait<Layer>(0));
      return false;
    });
  }
  void notifier() {
    posted.fetch_add(1, std::memory_order_relaxed);
    event.notify();
  }
};

const auto two_notifiers = model<TwoNotifiers>("lean/event/two-notifiers").tables(orders, protocol).holds();

const auto notify_relaxed = two_notifiers.with(EventOrders{.notify = std::memory_order_relaxed})
                                .named("lean/event/two-notifiers/notify-relaxed")
                                .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
