// Is what was scheduled before a shutdown run, and do all joiners learn of the end, once?

#include "world.hpp"

#include <vigil/latch/once_latch.hpp>
#include <vigil/pool/admission.hpp>

#include <optional>

namespace vigil::models {
namespace {

using namespace lean;

constexpr SyncSnapshot<> kNoThread(0);
constexpr Searcher kIdle{.is_idle = true};

// Shuts a pool down in which tasks may be left, and waits for the end. Its tasks do not shut it down themselves.
template <AtomicsLayer Layer>
class Closing {
 public:
  Closing(std::uint32_t most_threads, SyncSnapshot<> first) : throttle_(std::in_place, most_threads, first) {}

  // Before the shutdown. `start` is called if a thread is to be started.
  template <class Start>
  void schedule(Start start) {
    payload_.set(1);
    queue_.push(0);
    if (throttle_->notify(start) == Notified::stand_in)
      throttle_->stand_in([&](Searcher& self) { drain(self, start); });
  }
  void work(Searcher self) {
    const auto none = [] { return false; };
    while (throttle_->wait(self, kNoSpins<Layer>)) drain(self, none);
    throttle_->leave(self);
  }
  void shut_down() { (void)throttle_->shut_down(); }
  // As a caller that the word counts. It finds nothing.
  void stand_in() {
    throttle_->stand_in([](Searcher&) {});
  }
  // Frees what the threads use.
  void join_and_free() {
    throttle_->join(kNoSpins<Layer>);
    throttle_.reset();
    Layer::require(result_.get() == 2, "what was scheduled before is run, and seen");
  }
  void join() { throttle_->join(kNoSpins<Layer>); }
  // For a caller that comes after all threads.
  [[nodiscard]] bool has_run() const { return result_.get() == 2; }

 private:
  template <class Start>
  void drain(Searcher& self, Start start) {
    for (Found found = queue_.pop(); found.is_task(); found = queue_.pop()) {
      throttle_->found(
          self, found.pushed, [this] { return !queue_.is_empty(); }, start);
      result_.set(payload_.get() + 1);
    }
  }

  HeldQueue<Layer> queue_;
  std::optional<ThrottleUnderTest<Layer>> throttle_;
  typename Layer::template var<int> payload_{0, "payload"};
  typename Layer::template var<int> result_{0, "result"};
};

constexpr auto kRefused = [] { return false; };

template <AtomicsLayer Layer>
struct Drained : Closing<Layer> {
  static constexpr std::string_view kSentence =
      "what was scheduled before the shutdown is run, and the pool may be freed";
  static constexpr std::string_view kBounds = "1 thread, idle; 1 that schedules, shuts down, joins and frees";
  static constexpr auto threads() { return std::tuple{&Drained::idle, &Drained::closer}; }

  Drained() : Closing<Layer>(1, kNoThread.plus_spawned(1).plus_idle(1)) {}
  void idle() { this->work(kIdle); }
  void closer() {
    this->schedule(kRefused);
    this->shut_down();
    this->join_and_free();
  }
};

const auto drained = with_tables(model<Drained>("lean/throttle/drained")).weak_failures(0).holds();

const auto dropped = drained.with(SyncWordProtocol{.close_at_rest = false})
                         .named("lean/throttle/drained/shutdown-before-token")
                         .defect("S-51")
                         .relacy_may_find(Violation::livelock)
                         .fails(Violation::requirement);

const auto joined_by_checking = drained.mutant("joiner_reads_word")
                                    .named("lean/throttle/drained/joined-by-checking")
                                    .defect("S-44")
                                    .fails(Violation::use_after_free, Violation::data_race);

template <AtomicsLayer Layer>
struct TwoLeave {
  static constexpr std::string_view kSentence = "the joiner sees what all threads did, and may free the pool";
  static constexpr std::string_view kBounds = "2 threads, about to wait; 1 that shuts down, joins and frees";
  static constexpr auto threads() { return std::tuple{&TwoLeave::first, &TwoLeave::second, &TwoLeave::closer}; }

  std::optional<ThrottleUnderTest<Layer>> throttle{std::in_place, 2U, kNoThread.plus_spawned(2)};
  typename Layer::template var<int> first_result{0, "first_result"};
  typename Layer::template var<int> second_result{0, "second_result"};

  void first() { work(first_result, 1); }
  void second() { work(second_result, 2); }
  void closer() {
    (void)throttle->shut_down();
    throttle->join(kNoSpins<Layer>);
    throttle.reset();
    Layer::require(first_result.get() + second_result.get() == 3, "the last thread reports the end");
  }

 private:
  void work(typename Layer::template var<int>& result, int value) {
    Searcher self;
    while (throttle->wait(self, kNoSpins<Layer>)) continue;
    result.set(value);
    throttle->leave(self);
  }
};

const auto two_leave =
    with_tables(model<TwoLeave>("lean/throttle/two-leave")).weak_failures(0).spurious_wakes(0).holds();

const auto leave_does_not_pass_on = two_leave.with(SyncWordOrders{.leave = std::memory_order_release})
                                        .named("lean/throttle/two-leave/leave-release")
                                        .fails(Violation::use_after_free, Violation::data_race);

// The thread that shuts down is not the one that joins: it wakes others when the end has come already.
template <AtomicsLayer Layer>
struct ClosedByAnother {
  static constexpr std::string_view kSentence = "the joiner may free the pool, though another thread has shut it down";
  static constexpr std::string_view kBounds = "1 thread, about to wait; 1 that shuts down; 1 that joins and frees";
  static constexpr auto threads() {
    return std::tuple{&ClosedByAnother::worker, &ClosedByAnother::closer, &ClosedByAnother::joiner};
  }

  std::optional<ThrottleUnderTest<Layer>> throttle{std::in_place, 1U, kNoThread.plus_spawned(1)};

  void worker() {
    Searcher self;
    while (throttle->wait(self, kNoSpins<Layer>)) continue;
    throttle->leave(self);
  }
  void closer() { (void)throttle->shut_down(); }
  void joiner() {
    throttle->join(kNoSpins<Layer>);
    throttle.reset();
  }
};

const auto closed_by_another =
    with_tables(model<ClosedByAnother>("lean/throttle/closed-by-another")).weak_failures(0).spurious_wakes(0).holds();

const auto freed_while_closing = closed_by_another.mutant("closer_not_counted")
                                     .named("lean/throttle/closed-by-another/not-counted")
                                     .defect("S-44")
                                     .fails(Violation::use_after_free);

// What an admission needs to know.
template <ThreadedLayer PartsLayer>
struct AdmissionParts {
  using Layer = PartsLayer;
  using CloserLatch = OnceLatch<Layer, Waiters::many>;
  static constexpr SpinWait<Layer> kCallerSpin{0};
  static constexpr const PoolOrders& kOrders = kPoolOrders;
  static constexpr const PoolProtocol& kProtocol = kPoolProtocol;
};

template <AtomicsLayer Layer>
struct Admitted : Closing<Layer> {
  static constexpr std::string_view kSentence = "a task from outside is run or refused, whenever the pool is shut down";
  static constexpr std::string_view kBounds = "1 thread, idle; 1 poster; 1 that shuts down";
  static constexpr auto threads() { return std::tuple{&Admitted::idle, &Admitted::poster, &Admitted::closer}; }

  Admission<AdmissionParts<Layer>> admission;
  bool is_accepted = false;

  Admitted() : Closing<Layer>(1, kNoThread.plus_spawned(1).plus_idle(1)) {}
  void idle() { this->work(kIdle); }
  void poster() {
    if (setting.admit_posters && !admission.enter()) return;
    is_accepted = true;
    this->schedule(kRefused);
    if (setting.admit_posters) admission.leave();
  }
  void closer() {
    admission.close();
    this->shut_down();
  }
  void finish() { Layer::require(this->has_run() == is_accepted, "what was accepted is run"); }
};

const auto admitted = with_tables(model<Admitted>("lean/throttle/admitted")).weak_failures(0).spurious_wakes(0).holds();

const auto not_admitted = admitted.with(LeanSetting{.admit_posters = false})
                              .named("lean/throttle/admitted/by-nobody")
                              .defect("S-51")
                              .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct StoodInFor : Closing<Layer> {
  static constexpr std::string_view kSentence =
      "a start that fails while the pool is shut down loses no task and no end";
  static constexpr std::string_view kBounds = "1 poster, whose start fails; 1 that shuts down and joins";
  static constexpr auto threads() { return std::tuple{&StoodInFor::poster, &StoodInFor::closer}; }

  typename Layer::template atomic<bool> is_scheduled{false, "is_scheduled"};

  StoodInFor() : Closing<Layer>(1, kNoThread) {}
  void poster() {
    this->schedule([this] {
      is_scheduled.store(true, std::memory_order_relaxed);
      is_scheduled.notify_one();
      return false;
    });
  }
  void closer() {
    is_scheduled.wait(false, std::memory_order_relaxed);
    this->shut_down();
    this->join_and_free();
  }
};

const auto stood_in_for = with_tables(model<StoodInFor>("lean/throttle/stood-in-for")).weak_failures(0).holds();

// The thread that brings the pool to rest is none of its own.
template <AtomicsLayer Layer>
struct StandsInLast : Closing<Layer> {
  static constexpr std::string_view kSentence =
      "a caller that stands in, and is the last to find nothing, wakes the rest";
  static constexpr std::string_view kBounds = "1 thread, idle; 1 caller that shuts down, stands in and joins";
  static constexpr auto threads() { return std::tuple{&StandsInLast::idle, &StandsInLast::caller}; }

  StandsInLast() : Closing<Layer>(2, kNoThread.plus_spawned(2).plus_idle(1)) {}
  void idle() { this->work(kIdle); }
  void caller() {
    this->shut_down();
    this->stand_in();
    this->join();
  }
};

const auto stands_in_last = with_tables(model<StandsInLast>("lean/throttle/stands-in-last")).weak_failures(0).holds();

template <AtomicsLayer Layer>
struct NeverUsed : Closing<Layer> {
  static constexpr std::string_view kSentence = "a pool that never had a thread is joined at once, by all joiners";
  static constexpr std::string_view kBounds = "no thread; 1 that shuts down and joins, 1 that joins";
  static constexpr auto threads() { return std::tuple{&NeverUsed::closer, &NeverUsed::joiner}; }

  NeverUsed() : Closing<Layer>(1, kNoThread) {}
  void closer() {
    this->shut_down();
    this->join();
  }
  void joiner() { this->join(); }
};

const auto never_used = with_tables(model<NeverUsed>("lean/throttle/never-used")).search({}).holds();

const auto waits_for_no_thread = never_used.mutant("closer_not_counted")
                                     .named("lean/throttle/never-used/waits-for-the-last")
                                     .defect("S-44")
                                     .fails(Violation::missed_wake);

// What a thread does after it has left: the last instructions on its own stack.
template <AtomicsLayer Layer>
struct JoinedForGood {
  static constexpr std::string_view kSentence = "a pool that joins its threads may free what they use to the very end";
  static constexpr std::string_view kBounds = "1 thread that schedules, shuts down, joins and frees; 1 that it starts";
  static constexpr auto threads() { return std::tuple{&JoinedForGood::closer}; }

  Closing<Layer> pool{1, kNoThread};
  std::optional<typename Layer::template var<int>> slot{std::in_place, 0, "slot"};

  void closer() {
    typename Layer::thread thread;
    pool.schedule([&] {
      thread = typename Layer::thread([this] {
        pool.work({});
        slot->set(1);
      });
      return true;
    });
    pool.shut_down();
    pool.join();
    if (setting.join_threads) thread.join();
    slot.reset();
    if (!setting.join_threads) thread.join();
  }
};

const auto joined =
    with_tables(model<JoinedForGood>("lean/throttle/joined")).starts(1).weak_failures(0).spurious_wakes(0).holds();

const auto detached = joined.with(LeanSetting{.join_threads = false})
                          .named("lean/throttle/joined/detached")
                          .relacy_cannot_decide(RelacyLimit::end_of_object, kHolds)
                          .defect("S-55")
                          .fails(Violation::use_after_free, Violation::data_race);

}  // namespace
}  // namespace vigil::models
