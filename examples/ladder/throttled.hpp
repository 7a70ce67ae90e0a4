#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/lean_thread_pool.hpp>
#include <vigil/lean/task.hpp>

#include <cstdint>

namespace vigil::ladder {

// The top rung: the rings and queues of the fifth, and a word that says who is awake in place of the bell. This is
// vigil::LeanThreadPool, the pool to use; here it only has the shape of the others.
//
// Gives: one thread at a time is woken, and no other until it has found a task; a push that finds a token left by
// another changes nothing. Threads are started when there is something to do, and if the system has none to give, the
// others go on, or the caller. The orders are as weak as the models allow. The pool may be a static, and allocates
// nothing but its threads. Lacks: fairness, and any order of tasks. A thread that is woken for a lone task wakes the
// next before it runs it, in vain.
class Throttled {
 public:
  explicit Throttled(std::uint32_t threads) : pool_({.most_threads = threads}) {}

  [[nodiscard]] bool schedule(Batch<Task<>> batch) { return pool_.schedule(batch); }
  [[nodiscard]] bool schedule(Task<>& task) { return pool_.schedule(task); }
  void shutdown() { pool_.shutdown(); }
  void join() { pool_.join(); }

 private:
  LeanThreadPool pool_;
};

}  // namespace vigil::ladder
