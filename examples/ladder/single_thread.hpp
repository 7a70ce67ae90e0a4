#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <cstdint>

namespace vigil::ladder {

using namespace lean;

// The ladder: six pools. Each adds what the one before it lacks. All have the same interface, so one program runs on
// any of them:
//
//   Rung(threads)   with room for so many threads
//   schedule        schedules a task or a batch, from outside or from a running task; false if they are refused
//   shutdown        refuses tasks from outside; accepted tasks still run, and so do tasks that running tasks schedule
//   join            waits for that; called by one thread outside the pool, after shutdown
//
// The destructor calls shutdown and join.
//
// A task is memory of its caller, linked through itself: no rung allocates for it.
//
// The first rung: a stack of tasks, and a loop that runs them. This is the essence of a scheduler. The other rungs run
// the same loop on several threads. They only differ in how threads share the tasks, and how they sleep.
//
// Gives: the lowest possible cost of a task.
// Lacks: a second thread. No task runs before a call of run, and only one thread may use the pool.
class SingleThread {
 public:
  explicit SingleThread(std::uint32_t /*threads*/) {}
  SingleThread(const SingleThread&) = delete;
  SingleThread& operator=(const SingleThread&) = delete;
  ~SingleThread() {
    shutdown();
    join();
  }

  [[nodiscard]] bool schedule(Batch<Task<>> batch) {
    if (is_shut_down_ && !is_running_) return false;
    batch.push(stack_);
    stack_ = batch;
    return true;
  }
  [[nodiscard]] bool schedule(Task<>& task) { return schedule(Batch<Task<>>::from(task)); }

  // Runs all tasks, and the tasks that they schedule. Must not be called from a task.
  void run() {
    is_running_ = true;
    while (!stack_.is_empty()) stack_.pop().run();
    is_running_ = false;
  }

  void shutdown() { is_shut_down_ = true; }
  void join() { run(); }

 private:
  Batch<Task<>> stack_;
  bool is_running_ = false;
  bool is_shut_down_ = false;
};

}  // namespace vigil::ladder
