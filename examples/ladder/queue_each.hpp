#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>

#include "ladder/worker_set.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::ladder {

using namespace lean;

// A queue with a mutex for each thread.
class LockedQueues {
 public:
  explicit LockedQueues(std::uint32_t threads) : queues_(threads) {}

  void push(Batch<Task<>> batch, std::uint32_t thread) { queues_[thread].push(batch); }

  // To each queue in turn.
  void push_from_outside(Batch<Task<>> batch) { queues_[next_++ % queues_.size()].push(batch); }

  // From its own queue first, then from each of the others.
  [[nodiscard]] Taken<Task<>> take(std::uint32_t thread) {
    for (std::size_t i = 0; i != queues_.size(); ++i) {
      Batch<Task<>> one = queues_[(thread + i) % queues_.size()].pop(1);
      if (!one.is_empty()) return Taken<Task<>>::success(&one.pop(), false);
    }
    return Taken<Task<>>::empty();
  }

 private:
  std::vector<LockedTasks> queues_;
  std::atomic<std::size_t> next_{0};
};

// The third rung: each thread has its own queue with its own mutex. A thread pushes to its own queue and takes from it.
// If its queue is empty, it takes a task from another thread's queue: it steals.
//
// Gives: threads with tasks of their own do not contend. An uncontended mutex costs two read-modify-writes of a word in
// the thread's own cache.
// Lacks: during a steal, owner and thief contend for one mutex for one task, and the loser sleeps in the kernel. Each
// push rings the bell, which is one word for all threads.
using QueueEach = WorkerSet<LockedQueues>;

}  // namespace vigil::ladder
