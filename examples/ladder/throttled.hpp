#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/thread_pool.hpp>

#include <cstdint>

namespace vigil::ladder {

using namespace lean;

// The top rung: the rings and queues of the fifth rung, with a throttle in place of the bell: a word that counts the
// awake threads. This is vigil::lean::ThreadPool, the pool to use. Here it only has the interface of the others.
//
// Gives: a waker wakes one thread, and no other until that thread has found a task. A push that finds a token of an
// earlier push changes nothing. Threads are started when there is work. If the system cannot start a thread, the others
// go on, or the caller. The orders are as weak as the models allow. The pool may be a static, and allocates only its
// threads.
// Lacks: fairness, and any order of tasks. A thread that is woken for a single task first wakes the next thread,
// although
// there is no other task.
class Throttled {
 public:
  explicit Throttled(std::uint32_t threads) : pool_({.most_threads = threads}) {}

  [[nodiscard]] bool schedule(Batch<Task<>> batch) { return pool_.schedule(batch); }
  [[nodiscard]] bool schedule(Task<>& task) { return pool_.schedule(task); }
  void shutdown() { pool_.shutdown(); }
  void join() { pool_.join(); }

 private:
  lean::ThreadPool pool_;
};

}  // namespace vigil::ladder
