#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/parts.hpp>
#include <vigil/lean/taken.hpp>

#include <cstdint>

namespace vigil::lean {

template <class Parts>
class BasicThreadPool;

// The tasks of one thread of a lean pool, and how it finds more.
//
// What it schedules itself goes into its ring, and into its queue, which has no bound, when the ring overflows. It
// looks for tasks in this order: its ring; its queue; the queue of those who are no workers (S-47); then, worker by
// worker, the queue and the ring of the others, beginning behind the one that it looked at last. From a queue it fills
// its own ring; of a ring it takes half.
//
// Others look into ring and queue of a worker; the rest is its own.
template <class Parts>
class alignas(kCacheLine) Worker {
  using Task = typename Parts::Task;
  using Queue = typename Parts::Queue;
  using Pool = BasicThreadPool<Parts>;

 public:
  // The index of the worker that belongs to no thread of the pool, but to whoever stands in for one.
  static constexpr std::uint32_t kStandIn = 0;

  constexpr Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The worker that the calling thread is; null if it is none of any pool.
  [[nodiscard]] static Worker* current() { return ThisThread::get(); }
  [[nodiscard]] const Pool* pool() const { return pool_.get(); }

  // ---- for the thread that is the worker

  // The calling thread is the worker from now on. What it was before is to be given back to `end`: a thread that stands
  // in may be a worker of another pool.
  [[nodiscard]] Worker* begin(const Pool& pool, std::uint32_t index) {
    Worker* const before = current();
    pool_.set(&pool);
    next_victim_.set(index + 1);
    if (index != kStandIn || Parts::kProtocol.stand_in_is_worker) ThisThread::set(this);
    return before;
  }
  void end(Worker* before) { ThisThread::set(before); }

  // Leaves `batch` where the worker and its thieves find it.
  void push(Batch<Task> batch) { queue_.push(ring_.push(batch)); }

  // Looks everywhere. `empty` may be wrong about tasks that somebody else has in hand: whoever has them tells others of
  // what it leaves.
  [[nodiscard]] Taken<Task> find(Queue& outside, Worker* workers, std::uint32_t known) {
    if (Task* const own = ring_.pop()) return Taken<Task>::success(own, false);
    bool must_notify = false;
    for (bool again = true; again;) {
      again = false;
      // A task; or it has let go of a queue into which something came meanwhile.
      const auto take = [&](Taken<Task> taken) {
        must_notify |= taken.must_notify();
        again |= taken.must_notify();
        return taken;
      };
      if (const auto taken = take(ring_.consume(queue_)); taken.is_success()) return told(taken, must_notify);
      if (Parts::kProtocol.look_outside)
        if (const auto taken = take(ring_.consume(outside)); taken.is_success()) return told(taken, must_notify);
      for (std::uint32_t i = 0; i != known; ++i) {
        Worker& victim = workers[next_victim(known)];
        if (&victim == this) continue;
        if (const auto taken = take(ring_.consume(victim.queue_)); taken.is_success()) return told(taken, must_notify);
        const auto taken = take(ring_.steal(victim.ring_));
        if (taken.is_success()) return told(taken, must_notify);
        // Somebody else took of the same ring, and more may be left.
        again |= taken.is_retry();
      }
    }
    return Taken<Task>::empty();
  }

  // Whether there is anything that others may take, but what the worker has itself: a look, which sees what it was told
  // of and nobody has taken since.
  [[nodiscard]] bool sees_more(const Queue& outside, const Worker* workers, std::uint32_t known) const {
    if (!outside.is_empty()) return true;
    for (const Worker* other = workers; other != workers + known; ++other)
      if (other != this && (!other->queue_.is_empty() || !other->ring_.is_empty())) return true;
    return false;
  }

 private:
  using ThisThread = typename Parts::Layer::template thread_specific<Worker>;

  static Taken<Task> told(const Taken<Task>& taken, bool must_notify) {
    return Taken<Task>::success(taken.task(), must_notify && Parts::kProtocol.tell_of_refill);
  }
  std::uint32_t next_victim(std::uint32_t known) {
    const std::uint32_t victim = next_victim_.get() % known;
    next_victim_.set(victim + 1);
    return victim;
  }

  typename Parts::Ring ring_;
  Queue queue_;
  typename Parts::Layer::template var<const Pool*> pool_{nullptr, "pool"};
  typename Parts::Layer::template var<std::uint32_t> next_victim_{0U, "next_victim"};
};

}  // namespace vigil::lean
