#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>

#include "ladder/worker_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::ladder {

using namespace lean;

// A ring for each thread, and one queue with a mutex for tasks that do not fit into the rings.
class RingsWithOverflow {
 public:
  explicit RingsWithOverflow(std::uint32_t threads) : rings_(threads) {}

  void push(Batch<Task<>> batch, std::uint32_t thread) {
    const Batch<Task<>> rest = rings_[thread].push(batch);
    if (!rest.is_empty()) overflow_.push(rest);
  }

  // Only its owner may push to a ring.
  void push_from_outside(Batch<Task<>> batch) { overflow_.push(batch); }

  // From its own ring, then half a ring from the queue, then half of the tasks in another thread's ring.
  [[nodiscard]] Taken<Task<>> take(std::uint32_t thread) {
    RingBuffer<>& own = rings_[thread];
    if (Task<>* const task = own.pop()) return Taken<Task<>>::success(task, false);
    if (Batch<Task<>> batch = overflow_.pop(RingBuffer<>::kCapacity / 2); !batch.is_empty()) {
      Task<>* const task = &batch.pop();
      const bool are_others = !batch.is_empty();
      push(batch, thread);
      return Taken<Task<>>::success(task, are_others);
    }
    bool was_outrun = false;
    for (std::size_t i = 1; i != rings_.size(); ++i) {
      const Taken<Task<>> taken = own.steal(rings_[(thread + i) % rings_.size()]);
      if (taken.is_success()) return taken;
      was_outrun |= taken.is_retry();
    }
    return was_outrun ? Taken<Task<>>::retry() : Taken<Task<>>::empty();
  }

 private:
  std::vector<RingBuffer<>> rings_;
  LockedTasks overflow_;
};

// The fourth rung: a thread's own tasks are in a ring of 256, which its owner and its thieves use without a lock. A
// thief takes half of a ring at once. If a ring overflows, half of it goes to a queue with a mutex. No task is refused.
//
// Gives: owner and thieves do not block each other. One steal takes up to 128 tasks.
// Lacks: the ring is bounded, and the overflow queue has a mutex that all threads share. Tasks from outside must go
// through that queue.
using BoundedRings = WorkerSet<RingsWithOverflow>;

}  // namespace vigil::ladder
