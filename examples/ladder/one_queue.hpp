#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace vigil::ladder {

using namespace lean;

// The second rung: several threads, one queue with one mutex, and a condition variable on which threads sleep while the
// queue is empty. Most programmers write this pool first, and it is the easiest to verify: each step is one critical
// section. So the tests use it as the oracle for the other pools.
//
// Gives: several threads. A thread without work uses no processor time.
// Lacks: each task costs two critical sections, and all threads share the mutex. With more threads and shorter tasks,
// threads spend more time waiting for each other. A thread that is interrupted in a critical section blocks all others.
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

  // The pool that owns the calling thread.
  static inline thread_local const OneQueue* own_pool = nullptr;

  std::mutex mutex_;
  std::condition_variable changed_;
  Batch<Task<>> queue_;
  std::uint32_t running_ = 0;
  bool is_shut_down_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace vigil::ladder
