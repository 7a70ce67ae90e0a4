#pragma once

// The common part of the models of Sleep: a small scheduler around the shipped Sleep, CoreLatch and AtomicCounters.
//
// The last job that ends sets the stop latch of every worker. So no worker may be asleep at the end: a thread that is
// blocked for ever has slept through a job or a stop.

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models::sleeping {

inline CoreLatchOrders latch_orders;
inline CoreLatchProtocol latch_protocol;
inline AtomicCountersOrders counters_orders;
inline AtomicCountersProtocol counters_protocol;
inline SleepOrders sleep_orders;
inline SleepProtocol sleep_protocol;

// Orders of the job queue, which is not part of Sleep: just enough to publish its jobs.
struct QueueOrders {
  Order<"queue.push"> push = std::memory_order_release;
  Order<"queue.check"> check = std::memory_order_acquire;
  Order<"queue.take"> take = std::memory_order_acquire;
};
inline QueueOrders queue_orders;

// The shipped counters, with the tables that models change.
template <AtomicsLayer Layer, class Widths = CounterWidths<>>
using CountersUnderTest = AtomicCounters<Layer, Widths, counters_orders, counters_protocol>;

// A queue whose operations are sequentially consistent together with the counters: only the order of the steps matters,
// not their visibility.
inline constexpr QueueOrders kSequentialQueue{std::memory_order_seq_cst, std::memory_order_seq_cst,
                                              std::memory_order_seq_cst};

// How the scheduler around Sleep behaves.
struct Setting {
  // The jobs event counter begins odd, as after a job, or even, as in a new pool.
  Choice<"counter_starts_odd"> counter_starts_odd = true;
  // S-16: workers are stopped through the latch that they wait for. Published: by a flag and a wake of all workers.
  Choice<"stop_through_latch"> stop_through_latch = true;
  // S-11: the published cascade, which wakes others after the job has run.
  Choice<"cascade_after_job"> cascade_after_job = false;
  // S-29: the last check of a sleeper covers the queue of injected jobs.
  Choice<"last_check_covers_queue"> last_check_covers_queue = true;
  // A worker's check for work that it leaves behind covers that queue.
  Choice<"check_behind_covers_queue"> check_behind_covers_queue = true;
};
inline Setting setting;

// A layer in which a yield guarantees nothing, as in C++. Relacy takes a yield as a guarantee that older values are not
// read again, which hides a check for jobs that comes too early.
template <AtomicsLayer Layer>
struct Unyielding : Layer {
  static void yield() {}
};

// Up to 32 jobs, by number. The lowest comes first.
template <AtomicsLayer Layer>
class Queue {
 public:
  static constexpr int kNone = -1;

  explicit Queue(Name name = "queue") : jobs_(0U, name) {}

  void push(int job) { jobs_.fetch_or(1U << job, queue_orders.push); }
  [[nodiscard]] bool is_empty() const { return jobs_.load(queue_orders.check) == 0; }
  [[nodiscard]] int take() {
    int taken = kNone;
    Layer::retry([&] {
      std::uint32_t jobs = jobs_.load(queue_orders.check);
      if (jobs == 0) return true;
      const int job = std::countr_zero(jobs);
      if (!jobs_.compare_exchange_strong(jobs, jobs & ~(1U << job), queue_orders.take, std::memory_order_relaxed))
        return false;
      taken = job;
      return true;
    });
    return taken;
  }

 private:
  typename Layer::template atomic<std::uint32_t> jobs_;
};

// A job that blocks outside the scheduler waits for this.
template <AtomicsLayer Layer>
class Event {
 public:
  void set() {
    const LockGuard lock(mutex_);
    is_set_.set(true);
    condition_.notify_all();
  }
  void wait() {
    const LockGuard lock(mutex_);
    Layer::retry([this] {
      if (is_set_.get()) return true;
      condition_.wait(mutex_);
      return false;
    });
  }

 private:
  typename Layer::mutex mutex_{"event.mutex"};
  typename Layer::condition_variable condition_{"event.condition"};
  typename Layer::template var<bool> is_set_{false, "event.is_set"};
};

template <AtomicsLayer Layer, std::size_t Workers, int Jobs, class Widths = CounterWidths<>>
class World {
 public:
  using Counters = CountersUnderTest<Layer, Widths>;
  using Latch = CoreLatch<Layer, latch_orders, latch_protocol>;
  using SleepUnderTest = Sleep<Unyielding<Layer>, Counters, sleep_orders, sleep_protocol>;

  World() {
    for (auto& ran : ran_) ran.set(false);
    if (setting.counter_starts_odd) sleep.new_internal_jobs(0, [] { return true; });
  }

  // A thread that is not a worker puts `job` into the queue that the last check of a sleeper covers.
  void inject(int job) {
    payload_[index(job)].set(job);
    const bool was_empty = injected.is_empty();
    injected.push(job);
    sleep.new_injected_jobs(1, was_empty);
  }

  // A worker pushes `job` on its own deque.
  void push(int job) {
    payload_[index(job)].set(job);
    const bool was_empty = internal.is_empty();
    internal.push(job);
    sleep.new_internal_jobs(1, [&] { return was_empty; });
  }

  // The main loop of a worker. `before_end(job)` is what the job does, besides being counted.
  template <class Job>
  void work(std::size_t worker, Job before_end) {
    while (!stopped(worker)) {
      IdleState idle = sleep.start_looking(worker);
      const int job = search_until_found_or_stopped(idle, stop_[worker]);
      sleep.work_found([this] { return has_work_left(); });
      if (job == kNone) return;
      run(job, before_end);
      if (setting.cascade_after_job) sleep.wake_any(Counters::kCascade);
    }
  }
  void work(std::size_t worker) {
    work(worker, [](int) {});
  }

  template <class Job>
  void run(int job, Job before_end) {
    Layer::require(payload_[index(job)].get() == job, "a job sees what its poster did before");
    Layer::require(!ran_[index(job)].get(), "no job runs twice");
    ran_[index(job)].set(true);
    before_end(job);
    if (ended_.fetch_add(1U, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(Jobs)) stop();
  }
  void run(int job) {
    run(job, [](int) {});
  }

  void stop() {
    if (!setting.stop_through_latch) {
      stopping_.store(true, std::memory_order_release);
      sleep.wake_any(Workers);
      return;
    }
    for (std::size_t worker = 0; worker != Workers; ++worker) sleep.set_latch(stop_[worker], worker);
  }

  void finish() {
    for (const auto& ran : ran_) Layer::require(ran.get(), "every job runs");
    Layer::require(sleep.counters().load().inactive() == 0, "no worker is inactive at the end");
    Layer::require(sleep.counters().load().sleeping() == 0, "no worker sleeps at the end");
    Layer::require(sleep.waker_decrements(), "waker_decrements");
  }

  void invariant() const {
    const auto word = sleep.counters().load();
    Layer::require(word.sleeping() <= word.inactive(), "sleeping_within_inactive");
    Layer::require(word.inactive() <= Workers, "inactive_within_workers");
  }

  SleepUnderTest sleep{Workers, SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  Queue<Layer> injected{"injected"};
  Queue<Layer> internal{"internal"};

 private:
  static constexpr int kNone = Queue<Layer>::kNone;
  static constexpr std::size_t index(int job) { return static_cast<std::size_t>(job); }

  [[nodiscard]] bool stopped(std::size_t worker) const {
    return setting.stop_through_latch ? stop_[worker].probe() : stopping_.load(std::memory_order_acquire);
  }

  [[nodiscard]] bool has_work_left() const {
    return (setting.check_behind_covers_queue && !injected.is_empty()) || !internal.is_empty();
  }
  [[nodiscard]] bool has_injected_jobs() const { return setting.last_check_covers_queue && !injected.is_empty(); }

  [[nodiscard]] int search_until_found_or_stopped(IdleState& idle, Latch& latch) {
    int job = kNone;
    Layer::retry([&] {
      if (stopped(idle.worker)) return true;
      job = internal.take();
      if (job == kNone) job = injected.take();
      if (job != kNone) return true;
      sleep.no_work_found(idle, latch, [this] { return has_injected_jobs(); });
      return false;
    });
    return job;
  }

  std::array<Latch, Workers> stop_;
  typename Layer::template atomic<bool> stopping_{false, "stopping"};
  std::array<typename Layer::template var<int>, static_cast<std::size_t>(Jobs)> payload_ = Names("payload");
  std::array<typename Layer::template var<bool>, static_cast<std::size_t>(Jobs)> ran_ = Names("ran");
  typename Layer::template atomic<std::uint32_t> ended_{0U, "ended"};
};

// Binds all tables that a model of Sleep depends on.
template <class Draft>
[[nodiscard]] auto with_tables(Draft draft) {
  return std::move(draft).tables(latch_orders, latch_protocol, counters_orders, counters_protocol, sleep_orders,
                                 sleep_protocol, queue_orders, setting);
}

}  // namespace vigil::models::sleeping
