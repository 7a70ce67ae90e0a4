#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include "ladder/worker_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::ladder {

using namespace lean;

// A ring and an overflow queue for each thread, and a queue for tasks from outside.
class RingsWithQueues {
 public:
  explicit RingsWithQueues(std::uint32_t threads) : lanes_(threads) {}

  void push(Batch<Task<>> batch, std::uint32_t thread) {
    Lane& own = lanes_[thread];
    own.queue.push(own.ring.push(batch));
  }

  void push_from_outside(Batch<Task<>> batch) { outside_.push(batch); }

  // From its own ring; then up to a full ring from its own queue, or from the queue for tasks from outside; then, for
  // each other thread, up to a full ring from its queue, or half of its ring. A queue that another thread holds is
  // skipped: when the holder releases it, the release reports whether tasks are left, and the holder rings the bell.
  [[nodiscard]] Taken<Task<>> take(std::uint32_t thread) {
    RingBuffer<>& own = lanes_[thread].ring;
    if (Task<>* const task = own.pop()) return Taken<Task<>>::success(task, false);
    if (const auto taken = own.consume(lanes_[thread].queue); is_news(taken)) return taken;
    if (const auto taken = own.consume(outside_); is_news(taken)) return taken;
    bool was_outrun = false;
    for (std::size_t i = 1; i != lanes_.size(); ++i) {
      Lane& victim = lanes_[(thread + i) % lanes_.size()];
      if (const auto taken = own.consume(victim.queue); is_news(taken)) return taken;
      const Taken<Task<>> taken = own.steal(victim.ring);
      if (taken.is_success()) return taken;
      was_outrun |= taken.is_retry();
    }
    return was_outrun ? Taken<Task<>>::retry() : Taken<Task<>>::empty();
  }

 private:
  struct Lane {
    RingBuffer<> ring;
    TreiberQueue<> queue;
  };

  // A task, or a queue into which a task was pushed before its release.
  static bool is_news(const Taken<Task<>>& taken) { return taken.is_success() || taken.must_notify(); }

  std::vector<Lane> lanes_;
  TreiberQueue<> outside_;
};

// The fifth rung: no mutex behind the ring. Tasks that overflow, and tasks from outside, go to queues. Any thread may
// push to a queue in one step, and one thread at a time takes up to a full ring from it. No thread waits for that one:
// a thread that has found no task would sleep anyway, and the bell wakes it when there is a task.
//
// Gives: no lock on the path of a task.
// Lacks: restraint. Each push, and each thread that refills its ring, changes the bell's word and wakes a sleeper, even
// if a thread that was woken before has not searched yet and may find all tasks.
using UnboundedRings = WorkerSet<RingsWithQueues>;

}  // namespace vigil::ladder
