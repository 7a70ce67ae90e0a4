#pragma once

// What the models of the lean pool have in common: a small pool around the shipped Throttle, SyncWord and Event.
//
// The last task that ends shuts the pool down. So no thread may be asleep in the end, and a thread that is blocked
// forever has slept through a task or the shutdown. Threads exist from the beginning, in a state that the model names,
// because that leaves more executions for the question; or they are started on demand.

#include <vigil/atomics/choice.hpp>
#include <vigil/lean/throttle.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models::lean {

using namespace vigil::lean;

inline EventOrders event_orders;
inline EventProtocol event_protocol;
inline SyncWordOrders sync_orders;
inline SyncWordProtocol sync_protocol;
inline ThrottleProtocol throttle_protocol;

// Orders of the queue, which is not part of the throttle: those of a queue that publishes its tasks, and no more.
struct LeanQueueOrders {
  Order<"queue.push"> push = std::memory_order_release;
  Order<"queue.check"> check = std::memory_order_relaxed;
  Order<"queue.hold"> hold = std::memory_order_acquire;
  Order<"queue.let-go"> let_go = std::memory_order_acq_rel;
};
inline LeanQueueOrders queue_orders;

// How the pool around the throttle behaves.
struct LeanSetting {
  // S-42: the consumer that lets go of a queue says whether tasks are left.
  Choice<"report_what_is_left"> report_what_is_left = true;
  // S-51: the thread that shuts the pool down waits for posters between push and notify. Published: it does not.
  Choice<"admit_posters"> admit_posters = true;
  // S-55: a pool joins its threads. Published: they are detached, and it waits for the last one to say that it leaves.
  Choice<"join_threads"> join_threads = true;
};
inline LeanSetting setting;

// A task, and whether others may find more where it came from.
struct Found {
  int task = -1;
  bool pushed = false;
  [[nodiscard]] bool is_task() const { return task >= 0; }
};

// Up to 31 tasks, by number; the lowest first. One thread takes at a time: to the others the queue appears empty.
template <AtomicsLayer Layer>
class HeldQueue {
 public:
  void push(int task) { word_.fetch_or(2U << task, queue_orders.push); }

  [[nodiscard]] Found pop() {
    const std::uint32_t held = hold();
    return held == 0 ? Found{} : let_go(held);
  }

  [[nodiscard]] bool is_empty() const { return word_.load(queue_orders.check) == 0; }

  // The word that the caller now holds; 0 if another thread holds it, or there is no task.
  [[nodiscard]] std::uint32_t hold() {
    std::uint32_t word = word_.load(queue_orders.check);
    Layer::retry([this, &word] {
      if ((word & kHeld) != 0) word = 0;
      return word == 0 || word_.compare_exchange_strong(word, word | kHeld, queue_orders.hold, queue_orders.check);
    });
    return word;
  }
  [[nodiscard]] Found let_go(std::uint32_t held) {
    const int task = std::countr_zero(held) - 1;
    const std::uint32_t taken = kHeld | (2U << task);
    const std::uint32_t left = word_.fetch_and(~taken, queue_orders.let_go) & ~taken;
    return {task, (setting.report_what_is_left ? left : held & ~taken) != 0};
  }

 private:
  static constexpr std::uint32_t kHeld = 1;

  typename Layer::template atomic<std::uint32_t> word_{0U, "queue"};
};

// Each task in a place of its own, as in the queues of several threads: a thread that finds one learns nothing of the
// others.
template <AtomicsLayer Layer, std::size_t Tasks>
class Places {
 public:
  void push(int task) { places_[static_cast<std::size_t>(task)].store(true, queue_orders.push); }

  [[nodiscard]] Found pop() {
    for (std::size_t task = 0; task != Tasks; ++task)
      if (places_[task].load(queue_orders.check) && places_[task].exchange(false, queue_orders.hold))
        return {static_cast<int>(task), false};
    return {};
  }
  [[nodiscard]] bool is_empty() const {
    for (const auto& place : places_)
      if (place.load(queue_orders.check)) return false;
    return true;
  }

 private:
  std::array<typename Layer::template atomic<bool>, Tasks> places_ = Names("place", false);
};

template <AtomicsLayer Layer>
using ThrottleUnderTest =
    Throttle<Layer, SyncWord<SyncWidths<>, Layer, sync_orders, sync_protocol>,
             Event<Layer, event_orders, event_protocol>, OnceLatch<Layer, Waiters::many>, throttle_protocol>;

template <AtomicsLayer Layer>
inline const SpinWait<Layer> kNoSpins{0};

// `Threads` threads at most, and tasks 0 … `Tasks`-1.
template <AtomicsLayer Layer, std::uint32_t Threads, int Tasks, class Queue = HeldQueue<Layer>>
class World {
 public:
  using Pool = ThrottleUnderTest<Layer>;
  using Snapshot = typename Pool::Snapshot;

  explicit World(Snapshot first = Snapshot(0)) : throttle(Threads, first) {
    for (auto& ran : ran_) ran.set(false);
  }

  // A thread from outside the pool leaves `task`.
  template <class Start>
  void schedule(int task, Start start) {
    put(task);
    if (throttle.notify(start) == Notified::stand_in) throttle.stand_in([&](Searcher& self) { drain(self, start); });
  }
  void schedule(int task) { schedule(task, kAllAreThere); }

  // Notifies no thread of it.
  void put(int task) {
    payload_[index(task)].set(task);
    queue.push(task);
  }

  // A task that no other thread sees. A caller that does not count as a thread keeps the pool from shutting down by it.
  void run_here(int task) {
    payload_[index(task)].set(task);
    run(task);
  }

  // A thread of the pool.
  template <class Start>
  void work(Searcher self, Start start) {
    while (throttle.wait(self, kNoSpins<Layer>)) drain(self, start);
    throttle.leave(self);
  }
  void work(Searcher self) { work(self, kAllAreThere); }

  template <class Start>
  void drain(Searcher& self, Start start) {
    for (Found found = queue.pop(); found.is_task(); found = queue.pop()) {
      throttle.found(self, found.pushed, sees_more(), start);
      run(found.task);
    }
  }

  // A thread of the pool that has found a task which takes as long as all others together.
  void run_longest(Searcher& self, Found found) {
    throttle.found(self, found.pushed, sees_more(), kAllAreThere);
    (void)ended_.spin_until([](int ended) { return ended == Tasks - 1; }, std::memory_order_relaxed);
    run(found.task);
    drain(self, kAllAreThere);
  }

  void finish() {
    for (const auto& ran : ran_) Layer::require(ran.get(), "every task runs");
    Layer::require(throttle.load().spawned() == 0 && throttle.load().idle() == 0, "all threads have left");
    throttle.join(kNoSpins<Layer>);
  }
  void invariant() const {
    Layer::require(throttle.load().idle_within_spawned(), "idle_within_spawned");
    Layer::require(throttle.load().signal_comes_with_token(), "signal_comes_with_token");
    Layer::require(throttle.load().spawned() <= Threads, "no more threads than allowed");
  }

  Queue queue;
  Pool throttle;

  static constexpr auto kAllAreThere = [] {
    Layer::require(false, "no thread is started beyond the most");
    return false;
  };

 private:
  auto sees_more() {
    return [this] { return !queue.is_empty(); };
  }
  static constexpr std::size_t index(int task) { return static_cast<std::size_t>(task); }

  void run(int task) {
    Layer::require(payload_[index(task)].get() == task, "a task sees what its poster did before");
    Layer::require(!ran_[index(task)].get(), "no task runs twice");
    ran_[index(task)].set(true);
    if (ended_.fetch_add(1, std::memory_order_acq_rel) + 1 == Tasks) throttle.shut_down();
  }

  std::array<typename Layer::template var<int>, static_cast<std::size_t>(Tasks)> payload_ = Names("payload");
  std::array<typename Layer::template var<bool>, static_cast<std::size_t>(Tasks)> ran_ = Names("ran");
  typename Layer::template atomic<int> ended_{0, "ended"};
};

// A world whose threads are started on demand, and joined by the threads that started them.
template <AtomicsLayer Layer, std::uint32_t Threads, int Tasks>
class StartingWorld : public World<Layer, Threads, Tasks> {
 public:
  // How many starts fail, from the first one on.
  void refuse_threads(int starts) { refused_.store(starts, std::memory_order_relaxed); }

  // Joins the thread that it may have started.
  void schedule(int task) {
    WorkerSet worker_set;
    World<Layer, Threads, Tasks>::schedule(task, starter(worker_set));
    worker_set.join();
  }

 private:
  // The threads that one thread has started.
  class WorkerSet {
   public:
    void add(typename Layer::thread thread) { threads_[size_++] = std::move(thread); }
    void join() {
      for (std::size_t i = 0; i != size_; ++i) threads_[i].join();
    }

   private:
    std::array<typename Layer::thread, Threads> threads_;
    std::size_t size_ = 0;
  };

  auto starter(WorkerSet& worker_set) {
    return [this, &worker_set] {
      if (refused_.load(std::memory_order_relaxed) > 0 && refused_.fetch_sub(1, std::memory_order_relaxed) > 0)
        return false;
      worker_set.add(typename Layer::thread([this] { run_thread(); }));
      return true;
    };
  }
  void run_thread() {
    WorkerSet own;
    this->work({}, starter(own));
    own.join();
  }

  typename Layer::template atomic<int> refused_{0, "refused"};
};

// Binds every table that a model of this room depends on.
template <class Draft>
[[nodiscard]] auto with_tables(Draft draft) {
  return std::move(draft)
      .tables(event_orders, event_protocol, sync_orders, sync_protocol, throttle_protocol, queue_orders, setting)
      .search(kAtRandom);
}

}  // namespace vigil::models::lean
