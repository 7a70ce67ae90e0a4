// Go's and Tokio's counter of searching threads: does every task run, and does a second thread come for a second task?

#include "ladder/searching_throttle.hpp"
#include "world.hpp"

#include <array>
#include <cstddef>
#include <tuple>

namespace vigil::models {
namespace {

using namespace lean;
using ladder::SearchingOrders;
using ladder::SearchingProtocol;

SearchingOrders searching_orders;
SearchingProtocol searching_protocol;

constexpr Searcher kIdle{.is_idle = true};
constexpr Searcher kRunning{.took_token = true};
constexpr Searcher kSearching{.is_waking = true};

// `Threads` threads, and tasks 0 … `Tasks`-1, each in a place of its own. The last task that ends shuts down.
template <AtomicsLayer Layer, std::uint32_t Threads, int Tasks>
class SearchingWorld {
 public:
  using Pool = ladder::SearchingThrottle<Layer, searching_orders, searching_protocol>;

  explicit SearchingWorld(std::uint32_t idle, std::uint32_t searching = 0)
      : throttle(Threads, typename Pool::Snapshot(Threads * Pool::kSpawned + idle * Pool::kIdle +
                                                  searching * Pool::kSearching)) {}

  void put(int task) { places_.push(task); }
  void schedule(int task) {
    put(task);
    (void)throttle.notify(kAllAreThere);
  }
  // A thread that begins with a search, or with a wait.
  void search(Searcher self) {
    drain(self);
    work(self);
  }
  void work(Searcher self) {
    while (throttle.wait(self, SpinWait<Layer>(0))) drain(self);
    throttle.leave(self);
  }
  void finish() { Layer::require(ran_.load(std::memory_order_relaxed) == Tasks, "every task runs, once"); }
  void invariant() const {
    const auto now = throttle.load();
    Layer::require(now.idle() + now.searching() <= now.spawned(), "idle and searching threads are threads");
  }

  Pool throttle;

 protected:
  virtual ~SearchingWorld() = default;
  virtual void before_end() {}

 private:
  static constexpr auto kAllAreThere = [] {
    Layer::require(false, "no thread is started beyond the most");
    return false;
  };
  void drain(Searcher& self) {
    for (Found found = places_.pop(); found.is_task(); found = places_.pop()) {
      throttle.found(
          self, found.pushed, [] { return true; }, kAllAreThere);
      run();
    }
  }
  void run() {
    before_end();
    if (ran_.fetch_add(1, std::memory_order_acq_rel) + 1 == Tasks) throttle.shut_down();
  }

  Places<Layer, static_cast<std::size_t>(Tasks)> places_;
  typename Layer::template atomic<int> ran_{0, "ran"};
};

template <class Draft>
[[nodiscard]] auto with_searching_tables(Draft draft) {
  return std::move(draft).tables(searching_orders, searching_protocol, queue_orders).weak_failures(0).spurious_wakes(0);
}

template <AtomicsLayer Layer>
struct OneIdle : SearchingWorld<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "a thread that sleeps runs what two have pushed";
  static constexpr std::string_view kBounds = "2 posters of 1 task; 1 thread, asleep";
  static constexpr auto threads() { return std::tuple{&OneIdle::worker, &OneIdle::first, &OneIdle::second}; }

  OneIdle() : SearchingWorld<Layer, 1, 2>(1) {}
  void worker() { this->work(kIdle); }
  void first() { this->schedule(0); }
  void second() { this->schedule(1); }
};
const auto one_idle = with_searching_tables(model<OneIdle>("lean/searching/one-idle")).search(kAtRandom).holds();

template <AtomicsLayer Layer>
struct AboutToSleep : SearchingWorld<Layer, 1, 2> {
  static constexpr std::string_view kSentence = "a thread that is about to sleep runs what is pushed meanwhile";
  static constexpr std::string_view kBounds = "1 poster of 2 tasks; 1 thread, which has found no task";
  static constexpr auto threads() { return std::tuple{&AboutToSleep::worker, &AboutToSleep::poster}; }

  AboutToSleep() : SearchingWorld<Layer, 1, 2>(0) {}
  void worker() { this->work(kRunning); }
  void poster() {
    this->schedule(0);
    this->schedule(1);
  }
};
const auto about_to_sleep = with_searching_tables(model<AboutToSleep>("lean/searching/about-to-sleep")).holds();

const auto sleeps_unchecked = about_to_sleep.with(SearchingProtocol{.check_before_sleep = false})
                                  .named("lean/searching/about-to-sleep/unchecked")
                                  .fails(Violation::missed_wake);
const auto no_post_fence = about_to_sleep.with(SearchingOrders{.post = std::memory_order_relaxed})
                               .named("lean/searching/about-to-sleep/no-post-fence")
                               .fails(Violation::missed_wake);
const auto no_search_fence = about_to_sleep.with(SearchingOrders{.search = std::memory_order_relaxed})
                                 .named("lean/searching/about-to-sleep/no-search-fence")
                                 .fails(Violation::missed_wake);

// Each task ends when both have begun, so the thread that finds one must let the other be woken. Both tasks are there.
template <AtomicsLayer Layer>
struct BothAtOnce : SearchingWorld<Layer, 2, 2> {
  static constexpr std::string_view kSentence = "two threads run two tasks at the same time";
  static constexpr std::string_view kBounds =
      "2 tasks, which wait for each other; 2 threads: one searches, one is asleep";
  static constexpr auto threads() { return std::tuple{&BothAtOnce::searcher, &BothAtOnce::sleeper}; }

  BothAtOnce() : SearchingWorld<Layer, 2, 2>(1, 1) {
    this->put(0);
    this->put(1);
  }
  void searcher() { this->search(kSearching); }
  void sleeper() { this->work(kIdle); }
  void before_end() override {
    begun_.fetch_add(1, std::memory_order_relaxed);
    (void)begun_.spin_until([](int begun) { return begun == 2; }, std::memory_order_relaxed);
  }

 private:
  typename Layer::template atomic<int> begun_{0, "begun"};
};
const auto both_at_once =
    with_searching_tables(model<BothAtOnce>("lean/searching/both-at-once")).search(kAtRandom).holds();

const auto last_is_silent = both_at_once.with(SearchingProtocol{.last_wakes_next = false})
                                .named("lean/searching/both-at-once/last-wakes-nobody")
                                .fails(Violation::missed_wake, Violation::livelock, Violation::deadlock);

}  // namespace
}  // namespace vigil::models
