// Does every task run although threads have to be started first, and cannot always be?

#include "world.hpp"

namespace vigil::models {
namespace {

using namespace lean;

template <AtomicsLayer Layer>
struct OnDemand : StartingWorld<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "a thread that is started on demand runs what two have pushed";
  static constexpr std::string_view kBounds = "2 posters of 1 task; at most 1 thread";
  static constexpr auto threads() { return std::tuple{&OnDemand::first, &OnDemand::second}; }

  void first() { this->schedule(0); }
  void second() { this->schedule(1); }
};

const auto on_demand =
    with_tables(model<OnDemand>("lean/throttle/started-on-demand")).starts(1).weak_failures(0).holds();

template <AtomicsLayer Layer>
struct StartFailsOnce : StartingWorld<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "every task runs although the first start of a thread fails";
  static constexpr std::string_view kBounds = "2 posters of 1 task; at most 1 thread, of which the first start fails";
  static constexpr auto threads() { return std::tuple{&StartFailsOnce::first, &StartFailsOnce::second}; }

  StartFailsOnce() { this->refuse_threads(1); }
  void first() { this->schedule(0); }
  void second() { this->schedule(1); }
};

const auto fails_once =
    with_tables(model<StartFailsOnce>("lean/throttle/start-fails-once")).starts(1).weak_failures(0).holds();

const auto found_under_way = fails_once.with(SyncWordProtocol{.stand_in = false})
                                 .named("lean/throttle/start-fails-once/left-for-later")
                                 .defect("S-41")
                                 .fails(Violation::requirement);

// No thread can be started, ever.
constexpr auto kRefused = [] { return false; };

template <AtomicsLayer Layer>
struct NeverStarts : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "every task runs although no thread can be started";
  static constexpr std::string_view kBounds = "2 posters of 1 task; no thread";
  static constexpr auto threads() { return std::tuple{&NeverStarts::first, &NeverStarts::second}; }

  void first() { this->schedule(0, kRefused); }
  void second() { this->schedule(1, kRefused); }
};

const auto never_starts = with_tables(model<NeverStarts>("lean/throttle/never-starts")).holds();

const auto left_for_later = never_starts.with(SyncWordProtocol{.stand_in = false})
                                .named("lean/throttle/never-starts/left-for-later")
                                .defect("S-41")
                                .fails(Violation::requirement);

// Starts that fail use the same memory, one after the other; so do callers that stand in.
template <AtomicsLayer Layer>
struct StartsUseOnePlace : World<Layer, 2, 3> {
  static constexpr std::string_view kSentence = "of a start that failed nothing is under way when the next one begins";
  static constexpr std::string_view kBounds =
      "1 poster of 1 task; 2 threads: one waking, with a task to find, one that can never be started";
  static constexpr auto threads() { return std::tuple{&StartsUseOnePlace::waking, &StartsUseOnePlace::poster}; }

  typename Layer::template var<int> place{0, "place"};

  StartsUseOnePlace() : World<Layer, 2, 3>(SyncSnapshot<>(0).plus_spawned(1).with(SyncState::waking)) { this->put(0); }
  auto starter() {
    return [this] {
      place.set(1);
      return false;
    };
  }
  void waking() {
    Searcher self{.is_waking = true};
    this->drain(self, starter());
    this->work(self, starter());
  }
  void poster() {
    this->schedule(1, starter());
    this->run_here(2);
  }
};

const auto starts_use_one_place = with_tables(model<StartsUseOnePlace>("lean/throttle/starts-use-one-place"))
                                      .weak_failures(0)
                                      .spurious_wakes(0)
                                      .holds();

const auto places_mixed_up = starts_use_one_place.with(SyncWordOrders{.restore = std::memory_order_relaxed})
                                 .named("lean/throttle/starts-use-one-place/restored-without-release")
                                 .fails(Violation::data_race);

// A thread is busy until all is done, and a second one cannot be started at first; then it can.
template <AtomicsLayer Layer>
struct SecondStart : World<Layer, 2, 3> {
  static constexpr std::string_view kSentence = "after a start has failed a later task has a thread started for it";
  static constexpr std::string_view kBounds =
      "1 poster of 2 tasks, whose first start fails; 2 threads: one busy until all is done, one that is started";
  static constexpr auto threads() { return std::tuple{&SecondStart::poster, &SecondStart::busy}; }

  Found taken;

  SecondStart() : World<Layer, 2, 3>(kNoThread.plus_spawned(1)) {
    this->put(0);
    taken = this->queue.pop();
  }
  void busy() {
    Searcher self;
    this->run_longest(self, taken);
    this->work(self);
  }
  void poster() {
    typename Layer::thread thread;
    bool is_refused = true;
    const auto start = [&] {
      if (std::exchange(is_refused, false)) return false;
      thread = typename Layer::thread([this] { this->work({}); });
      return true;
    };
    this->schedule(1, start);
    this->schedule(2, start);
    Layer::require(thread.joinable(), "a later task has a thread started for it");
    thread.join();
  }

 private:
  static constexpr SyncSnapshot<> kNoThread{0};
};

const auto second_start =
    with_tables(model<SecondStart>("lean/throttle/second-start")).starts(1).weak_failures(0).holds();

const auto signal_left = second_start.with(SyncWordProtocol{.take_signal_back = false})
                             .named("lean/throttle/second-start/signal-left")
                             .defect("S-41")
                             .fails(Violation::requirement);

const auto token_enough = second_start.with(SyncWordProtocol{.wake_beside_token = false})
                              .named("lean/throttle/second-start/token-is-enough")
                              .defect("S-41")
                              .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
