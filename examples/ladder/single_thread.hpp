#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <cstdint>

namespace vigil::ladder {

// The ladder: six pools, each what the one before it lacks. All are used alike, so that one program runs on any of
// them:
//
//   Rung(threads)   with room for so many threads
//   schedule        a task, or a batch of them, from outside or from a task that runs; false if they are refused
//   shutdown        refuses what comes from outside; what was accepted is run, and so is what running tasks schedule
//   join            waits for that; by one thread that is none of the pool's own, after shutdown
//
// The destructor does both.
//
// A task is memory of its caller, linked through itself: no rung allocates for it.
//
// The first rung: a stack of tasks, and a loop that runs them. This is what a scheduler comes down to. The rungs above
// run the same loop on several threads, and all that they add is how threads share the stack, and how they sleep.
//
// Gives: the least that a task can cost.
// Lacks: a second thread. Nothing runs before somebody calls run, and only one thread may use it at all.
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

  // Runs what there is, and what it schedules. Not from a task.
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
