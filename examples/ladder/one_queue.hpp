#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace vigil::ladder {

// The second rung: several threads, one queue, one mutex around it, and a condition variable on which to sleep while
// the queue is empty. The pool that everybody writes first, and the easiest to be sure of: each step is one critical
// section, so it serves as the oracle of the others.
//
// Gives: threads. Nobody who has nothing to do takes a processor.
// Lacks: each task costs two critical sections, and all threads want the same one. The more threads there are, and the
// less the tasks do, the more of their time they wait for each other; a thread that is interrupted inside holds up all.
class OneQueue {
 public:
  explicit OneQueue(std::uint32_t threads) {
    for (std::uint32_t i = 0; i != threads; ++i) threads_.emplace_back([this] { work(); });
  }
  OneQueue(const OneQueue&) = delete;
  OneQueue& operator=(const OneQueue&) = delete;
  ~OneQueue() {
    shutdown();
    join();
  }

  [[nodiscard]] bool schedule(Batch<Task<>> batch) {
    const bool is_alone = batch.size() == 1;
    {
      const std::lock_guard lock(mutex_);
      if (is_shut_down_ && own_pool != this) return false;
      queue_.push(batch);
    }
    is_alone ? changed_.notify_one() : changed_.notify_all();
    return true;
  }
  [[nodiscard]] bool schedule(Task<>& task) { return schedule(Batch<Task<>>::from(task)); }

  void shutdown() {
    {
      const std::lock_guard lock(mutex_);
      is_shut_down_ = true;
    }
    changed_.notify_all();
  }

  void join() {
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

 private:
  void work() {
    own_pool = this;
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !queue_.is_empty() || is_over(); });
      if (queue_.is_empty()) return;
      Task<>& task = queue_.pop();
      ++running_;
      lock.unlock();
      task.run();
      lock.lock();
      --running_;
      if (is_over()) changed_.notify_all();
    }
  }

  // A task that still runs may schedule others.
  [[nodiscard]] bool is_over() const { return is_shut_down_ && running_ == 0 && queue_.is_empty(); }

  // Of whose threads the calling one is.
  static inline thread_local const OneQueue* own_pool = nullptr;

  std::mutex mutex_;
  std::condition_variable changed_;
  Batch<Task<>> queue_;
  std::uint32_t running_ = 0;
  bool is_shut_down_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace vigil::ladder
