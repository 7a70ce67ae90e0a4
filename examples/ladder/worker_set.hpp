#pragma once

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/admission_word.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/parts.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace vigil::ladder {

using namespace lean;

// Threads without tasks sleep here. The bell is a count of rings. A thread reads the count, searches everywhere, and
// sleeps only if the bell has not rung since. So no thread sleeps through a task that was pushed before a ring.
//
// If all threads sleep, and the last of them has heard the newest ring, no task is left: a thread that was woken counts
// itself as awake before it searches. The atomics have C++'s default orders. The top rung shows weaker ones.
class Bell {
 public:
  explicit Bell(std::uint32_t threads) : threads_(threads) {}

  [[nodiscard]] std::uint32_t listen() const { return rings_; }

  // After a push: wakes one thread for one task, and all threads for more.
  void ring(std::size_t tasks) {
    ++rings_;
    tasks == 1 ? rings_.notify_one() : rings_.notify_all();
  }

  // From now on only the pool's threads push.
  void close() {
    is_closed_ = true;
    wake_all();
  }

  // A thread that has found no task since it `heard` so many rings sleeps. False if no task will ever come. Then the
  // last ring may be one that the thread has heard already: it asks before it sleeps.
  [[nodiscard]] bool wait(std::uint32_t heard) {
    if (++idle_ == threads_ && is_closed_ && rings_ == heard) {
      is_over_ = true;
      wake_all();
    }
    if (!is_over_) rings_.wait(heard);
    --idle_;
    return !is_over_;
  }

 private:
  void wake_all() {
    ++rings_;
    rings_.notify_all();
  }

  const std::uint32_t threads_;
  std::atomic<std::uint32_t> rings_{0};
  std::atomic<std::uint32_t> idle_{0};
  std::atomic<bool> is_closed_{false};
  std::atomic<bool> is_over_{false};
};

// A queue with a mutex.
class LockedTasks {
 public:
  void push(Batch<Task<>> batch) {
    const std::lock_guard lock(mutex_);
    tasks_.push(batch);
  }
  // Up to `most` of the oldest tasks.
  [[nodiscard]] Batch<Task<>> pop(std::size_t most) {
    const std::lock_guard lock(mutex_);
    Batch<Task<>> popped;
    while (popped.size() != most && !tasks_.is_empty()) popped.push(tasks_.pop());
    return popped;
  }

 private:
  std::mutex mutex_;
  Batch<Task<>> tasks_;
};

// The common part of the rungs in which each thread has its own tasks: the loop of the second rung, with a bell in
// place of the condition variable. These rungs only differ in `Tasks`, which holds the tasks:
//
//   Tasks(threads)
//   push(batch, thread)        by that thread
//   push_from_outside(batch)   by any other
//   take(thread)               searches everywhere. `retry`: it may have missed a task, and the caller searches again
//
// Each push rings the bell, whether a thread sleeps or not, and so does each thread that has moved tasks to a place
// where others find them.
template <class Tasks>
class WorkerSet {
 public:
  explicit WorkerSet(std::uint32_t threads) : tasks_(threads), bell_(threads) {
    for (std::uint32_t i = 0; i != threads; ++i) threads_.emplace_back([this, i] { work(i); });
  }
  WorkerSet(const WorkerSet&) = delete;
  WorkerSet& operator=(const WorkerSet&) = delete;
  ~WorkerSet() {
    shutdown();
    join();
  }

  [[nodiscard]] bool schedule(Batch<Task<>> batch) {
    if (batch.is_empty()) return true;
    const std::size_t size = batch.size();
    if (own.worker_set == this) {
      tasks_.push(batch, own.thread);
      bell_.ring(size);
      return true;
    }
    if (!door_.enter()) return false;
    tasks_.push_from_outside(batch);
    bell_.ring(size);
    if (door_.leave()) bell_.close();
    return true;
  }
  [[nodiscard]] bool schedule(Task<>& task) { return schedule(Batch<Task<>>::from(task)); }

  void shutdown() {
    const auto before = door_.close();
    if (!before.was_closed && before.was_empty) bell_.close();
  }

  void join() {
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

 private:
  // The pool of the calling thread, and its number there.
  struct Own {
    const WorkerSet* worker_set = nullptr;
    std::uint32_t thread = 0;
  };

  void work(std::uint32_t thread) {
    own = {this, thread};
    for (;;) {
      const std::uint32_t heard = bell_.listen();
      const Taken<Task<>> taken = tasks_.take(thread);
      if (taken.must_notify()) bell_.ring(1);
      if (taken.is_success()) taken.task()->run();
      if (taken.is_empty() && !bell_.wait(heard)) return;
    }
  }

  static inline thread_local Own own;

  Tasks tasks_;
  Bell bell_;
  AdmissionWord<StdAtomics, kPoolOrders> door_;
  std::vector<std::thread> threads_;
};

}  // namespace vigil::ladder
