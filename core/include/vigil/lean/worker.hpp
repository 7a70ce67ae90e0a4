#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/parts.hpp>
#include <vigil/lean/taken.hpp>

#include <cstdint>

namespace vigil::lean {

template <class Parts>
class BasicThreadPool;

// The tasks of one thread of a lean pool, and how the thread finds more.
//
// What the thread schedules is put into its ring, and into its queue, which has no bound, when the ring overflows. The
// thread searches in this order: its ring; its queue; the queue from outside, of the callers that are no workers
// (S-47); then the queue and the ring of each other worker, beginning behind the one that it searched last. From a
// queue it fills its own ring. From a ring it takes half.
//
// Other threads access the ring and the queue of a worker. The rest is its own.

/// The tasks of one thread of a lean pool, and how the thread finds more.
template <class Parts>
class alignas(kCacheLine) Worker {
  using Layer = typename Parts::Layer;
  using Task = typename Parts::Task;
  using Queue = typename Parts::Queue;
  using Pool = BasicThreadPool<Parts>;

 public:
  /// The index of the worker that belongs to no thread of the pool: that of a caller that stands in for one.
  static constexpr std::uint32_t kStandIn = 0;

  /// A worker without tasks.
  constexpr Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// The worker that the calling thread is. Null if it is none, of any pool, and perhaps in another shared object than
  /// the one that made its pool: see BasicThreadPool::this_thread.
  [[nodiscard]] static Worker* current() { return ThisThread::get(); }

  /// The pool of the worker.
  ///
  /// \threads  The thread that is the worker, as for all members below.
  [[nodiscard]] const Pool* pool() const { return pool_.get(); }

  /// Makes the calling thread the worker. Returns what it was before, which is to be given to `end`: a thread that
  /// stands in may be a worker of another pool.
  [[nodiscard]] Worker* begin(const Pool& pool, std::uint32_t index) {
    Worker* const before = pool.this_thread().get();
    pool_.set(&pool);
    next_victim_.set(index + 1);
    pool.this_thread().set(this);
    return before;
  }
  /// Makes the calling thread what it was before.
  void end(Worker* before) { pool_.get()->this_thread().set(before); }

  /// Puts `batch` where the worker and its thieves find it.
  ///
  /// \progress Lock-free.
  void push(Batch<Task> batch) { queue_.push(ring_.push(batch)); }

  /// Searches everywhere: the worker's own places, `outside`, and the first `known` of `workers`. Returns `empty` or a
  /// task. `empty` may be wrong about tasks that another thread is about to take or to leave: that thread notifies when
  /// it leaves them.
  ///
  /// \progress  Lock-free: it searches again only if another thread took tasks, or tasks were pushed.
  [[nodiscard]] Taken<Task> find(Queue& outside, Worker* workers, std::uint32_t known) {
    if (Task* const own = ring_.pop()) return Taken<Task>::success(own, false);
    bool must_notify = false;
    for (bool again = true; again;) {
      again = false;
      // Without a task, `must_notify` means that tasks came into a queue while the worker consumed it.
      const auto take = [&](Taken<Task> taken) {
        must_notify |= taken.must_notify();
        again |= taken.must_notify();
        return taken;
      };
      if (const auto taken = take(ring_.consume(queue_)); taken.is_success()) return found(taken, must_notify);
      if (const auto taken = take(ring_.consume(outside)); taken.is_success()) return found(taken, must_notify);
      for (std::uint32_t i = 0; i != known; ++i) {
        Worker& victim = workers[next_victim(known)];
        if (&victim == this) continue;
        if (const auto taken = take(ring_.consume(victim.queue_)); taken.is_success()) return found(taken, must_notify);
        const auto taken = take(ring_.steal(victim.ring_));
        if (taken.is_success()) return found(taken, must_notify);
        // Another thread took tasks of the same ring, and more may be left.
        again |= taken.is_retry();
      }
    }
    return Taken<Task>::empty();
  }

  /// Whether there is anything that other threads may take, apart from the worker's own tasks. It sees each task whose
  /// token the worker took and that no thread has taken since.
  ///
  /// \progress Wait-free.
  [[nodiscard]] bool sees_more(const Queue& outside, const Worker* workers, std::uint32_t known) const {
    if (!outside.is_empty()) return true;
    for (const Worker* other = workers; other != workers + known; ++other)
      if (other != this && (!other->queue_.is_empty() || !other->ring_.is_empty())) return true;
    return false;
  }

 private:
  using ThisThread = typename Layer::template thread_specific<Worker>;

  static Taken<Task> found(const Taken<Task>& taken, bool must_notify) {
    return Taken<Task>::success(taken.task(), must_notify && Parts::kProtocol.report_refill);
  }
  std::uint32_t next_victim(std::uint32_t known) {
    const std::uint32_t victim = next_victim_.get() % known;
    next_victim_.set(victim + 1);
    return victim;
  }

  typename Parts::Ring ring_;
  Queue queue_;
  typename Layer::template var<const Pool*> pool_{nullptr, "pool"};
  typename Layer::template var<std::uint32_t> next_victim_{0U, "next_victim"};
};

}  // namespace vigil::lean
