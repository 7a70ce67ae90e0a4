// Does every task run, whichever threads sleep, search or have just searched?
//
// Names say where the threads of the pool are in the beginning.

#include "world.hpp"

namespace vigil::models {
namespace {

using namespace lean;

constexpr SyncSnapshot<> kNoThread(0);
constexpr Searcher kIdle{.is_idle = true};
constexpr Searcher kWaking{.is_waking = true};

template <AtomicsLayer Layer>
struct OneIdle : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "a thread that sleeps runs what two have pushed";
  static constexpr std::string_view kBounds = "2 posters of 1 task; 1 thread, idle";
  static constexpr auto threads() { return std::tuple{&OneIdle::worker, &OneIdle::first, &OneIdle::second}; }

  OneIdle() : World<Layer, 1, 2>(kNoThread.plus_spawned(1).plus_idle(1)) {}
  void worker() { this->work(kIdle); }
  void first() { this->schedule(0); }
  void second() { this->schedule(1); }
};

const auto one_idle = with_tables(model<OneIdle>("lean/throttle/one-idle")).weak_failures(0).holds();

template <AtomicsLayer Layer>
struct TwoIdle : World<Layer, 2, 1, Places<Layer, 1>> {
  static constexpr std::string_view kSentence = "one of two threads that sleep runs what was pushed, and both leave";
  static constexpr std::string_view kBounds = "1 poster of 1 task; 2 threads, idle";
  static constexpr auto threads() { return std::tuple{&TwoIdle::worker, &TwoIdle::worker, &TwoIdle::poster}; }

  TwoIdle() : World<Layer, 2, 1, Places<Layer, 1>>(kNoThread.plus_spawned(2).plus_idle(2)) {}
  void worker() { this->work(kIdle); }
  void poster() { this->schedule(0); }
};

const auto two_idle = with_tables(model<TwoIdle>("lean/throttle/two-idle")).weak_failures(0).spurious_wakes(0).holds();

// One poster pushes twice: the second token may be one that was taken already.
template <AtomicsLayer Layer>
struct PushedTwice : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "a thread runs both of two tasks, wherever it is in between";
  static constexpr std::string_view kBounds = "1 poster of 2 tasks; 1 thread, about to wait";
  static constexpr auto threads() { return std::tuple{&PushedTwice::worker, &PushedTwice::poster}; }

  PushedTwice() : World<Layer, 1, 2>(kNoThread.plus_spawned(1)) {}
  void worker() { this->work({}); }
  void poster() {
    this->schedule(0);
    this->schedule(1);
  }
};

const auto pushed_twice =
    with_tables(model<PushedTwice>("lean/throttle/pushed-twice")).weak_failures(0).spurious_wakes(0).holds();

// The same with a place for each task, so that the thread that takes the first learns nothing of the second.
template <AtomicsLayer Layer>
struct PushedApart : World<Layer, 1, 2, Places<Layer, 2>> {
  static constexpr std::string_view kSentence = "a thread runs both of two tasks, wherever they are";
  static constexpr std::string_view kBounds = "1 poster of 2 tasks, in different places; 1 thread, about to wait";
  static constexpr auto threads() { return std::tuple{&PushedApart::worker, &PushedApart::poster}; }

  PushedApart() : World<Layer, 1, 2, Places<Layer, 2>>(kNoThread.plus_spawned(1)) {}
  void worker() { this->work({}); }
  void poster() {
    this->schedule(0);
    this->schedule(1);
  }
};

const auto pushed_apart =
    with_tables(model<PushedApart>("lean/throttle/pushed-apart")).weak_failures(0).spurious_wakes(0).holds();

// One token for two tasks, of which the thread that was woken runs the one that ends last.
template <AtomicsLayer Layer>
struct WokenForTwo : World<Layer, 2, 2, Places<Layer, 2>> {
  static constexpr std::string_view kSentence = "a thread that was woken for two tasks wakes another for the second";
  static constexpr std::string_view kBounds =
      "2 tasks; 2 threads: one waking, which runs the one that ends last, one idle";
  static constexpr auto threads() { return std::tuple{&WokenForTwo::waking, &WokenForTwo::idle}; }

  WokenForTwo() : World<Layer, 2, 2, Places<Layer, 2>>(kNoThread.plus_spawned(2).plus_idle(1).with(SyncState::waking)) {
    this->put(0);
    this->put(1);
  }
  void waking() {
    Searcher self = kWaking;
    this->run_longest(self, this->queue.pop());
    this->work(self);
  }
  void idle() { this->work(kIdle); }
};

const auto woken_for_two =
    with_tables(model<WokenForTwo>("lean/throttle/woken-for-two")).weak_failures(0).spurious_wakes(0).holds();

const auto settled_unchecked = woken_for_two.mutant("settles_unchecked")
                                   .named("lean/throttle/woken-for-two/settled-without-a-check")
                                   .fails(Violation::missed_wake, Violation::livelock);

// A thread that has searched already, and another that has taken the token since and is busy until all is done.
template <AtomicsLayer Layer>
struct TwoAtOnce : World<Layer, 2, 2, Places<Layer, 2>> {
  static constexpr std::string_view kSentence =
      "a task does not wait for the thread that took the token that stands for it too";
  static constexpr std::string_view kBounds =
      "2 tasks, whose token 1 thread has taken, which runs the one that ends last; 1 waking that found nothing before";
  static constexpr auto threads() { return std::tuple{&TwoAtOnce::waking, &TwoAtOnce::other}; }

  TwoAtOnce() : World<Layer, 2, 2, Places<Layer, 2>>(kNoThread.plus_spawned(2).with(SyncState::waking)) {
    this->put(0);
    this->put(1);
  }
  void waking() { this->work(kWaking); }
  void other() {
    Searcher self{.took_token = true};
    this->run_longest(self, this->queue.pop());
    this->work(self);
  }
};

const auto two_at_once =
    with_tables(model<TwoAtOnce>("lean/throttle/two-at-once")).weak_failures(0).spurious_wakes(0).holds();

const auto token_dropped = two_at_once.with(ThrottleProtocol{.pass_token_on = false})
                               .named("lean/throttle/two-at-once/token-dropped")
                               .defect("S-50")
                               .relacy_may_find(Violation::livelock)
                               .fails(Violation::missed_wake);

// A thread that does not hold the queue takes it for empty, and sleeps.
template <AtomicsLayer Layer>
struct HeldElsewhere : World<Layer, 2, 2> {
  static constexpr std::string_view kSentence =
      "a queue that appeared empty because another thread held it is searched again";
  static constexpr std::string_view kBounds =
      "2 tasks; 2 threads: one waking, one that holds the queue since the second task came, and runs the first until "
      "all is done";
  static constexpr auto threads() { return std::tuple{&HeldElsewhere::holder, &HeldElsewhere::waking}; }

  std::uint32_t held = 0;

  HeldElsewhere() : World<Layer, 2, 2>(kNoThread.plus_spawned(2).with(SyncState::waking)) {
    this->put(0);
    held = this->queue.hold();
    this->put(1);
  }
  void holder() {
    Searcher self;
    this->run_longest(self, this->queue.let_go(held));
    this->work(self);
  }
  void waking() {
    Searcher self = kWaking;
    this->drain(self, this->kAllAreThere);
    this->work(self);
  }
};

const auto held_elsewhere =
    with_tables(model<HeldElsewhere>("lean/throttle/held-elsewhere")).weak_failures(0).spurious_wakes(0).holds();

const auto let_go_silently = held_elsewhere.with(LeanSetting{.report_what_is_left = false})
                                 .named("lean/throttle/held-elsewhere/silent-when-let-go")
                                 .defect("S-42")
                                 .relacy_may_find(Violation::livelock)
                                 .fails(Violation::missed_wake);

// The published orders: the word is changed by release and acquire, and first read without either.
constexpr SyncWordOrders kPublished{.post = std::memory_order_relaxed,
                                    .search = std::memory_order_relaxed,
                                    .notify = std::memory_order_release,
                                    .take = std::memory_order_acquire};
constexpr SyncWordOrders kSeqCstPeek = [] {
  SyncWordOrders orders = kPublished;
  orders.peek = std::memory_order_seq_cst;
  orders.notify = std::memory_order_seq_cst;
  orders.take = std::memory_order_seq_cst;
  return orders;
}();

const auto as_published = pushed_twice.with(kPublished)
                              .named("lean/throttle/pushed-twice/as-published")
                              .defect("S-43")
                              .needs_weak_memory()
                              .fails(Violation::missed_wake);

const auto seq_cst_peek = pushed_twice.with(kSeqCstPeek)
                              .named("lean/throttle/pushed-twice/seq-cst-check")
                              .relacy_cannot_decide(RelacyLimit::rare, kHolds)
                              .defect("S-43")
                              .needs_weak_memory()
                              .fails(Violation::missed_wake);

const auto token_missed = pushed_twice.with(SyncWordOrders{.post = std::memory_order_relaxed})
                              .named("lean/throttle/pushed-twice/without-posters-fence")
                              .defect("S-43")
                              .needs_weak_memory()
                              .fails(Violation::missed_wake);

const auto tasks_missed = pushed_twice.with(SyncWordOrders{.search = std::memory_order_relaxed})
                              .named("lean/throttle/pushed-twice/without-takers-fence")
                              .defect("S-43")
                              .needs_weak_memory()
                              .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
