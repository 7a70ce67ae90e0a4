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

// Where threads sleep that have found nothing: a count of rings. A thread notes the count, looks everywhere, and sleeps
// only if nobody has rung since; so nothing that was pushed before a ring is slept through.
//
// When all threads sleep, and the newest ring was heard by the last of them, nothing is left: a thread that was woken
// says that it is awake before it looks. The atomics have the orders that C++ gives them by default; how they could
// have fewer is for the top rung to show.
class Bell {
 public:
  explicit Bell(std::uint32_t threads) : threads_(threads) {}

  [[nodiscard]] std::uint32_t listen() const { return rings_; }

  // After a push: wakes one thread for one task, and everybody for more.
  void ring(std::size_t tasks) {
    ++rings_;
    tasks == 1 ? rings_.notify_one() : rings_.notify_all();
  }

  // Nobody will push any more but the threads themselves.
  void close() {
    is_closed_ = true;
    wake_all();
  }

  // A thread that has found nothing since it `heard` so many rings sleeps. False if nothing will ever come.
  [[nodiscard]] bool wait(std::uint32_t heard) {
    if (++idle_ == threads_ && is_closed_ && rings_ == heard) {
      is_over_ = true;
      wake_all();
    }
    rings_.wait(heard);
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

// What the rungs have in common in which each thread has tasks of its own: the loop of the second rung, with a bell in
// place of the condition variable. `Tasks` is where the tasks are, all that these rungs differ in:
//
//   Tasks(threads)
//   push(batch, thread)        by that thread
//   push_from_outside(batch)   by any other
//   take(thread)               looks everywhere. `retry`: it might have missed something, and looks again
//
// The bell is rung for each push, whether anybody sleeps or not, and by each thread that has moved tasks to where
// others find them.
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
  // Which thread of which pool the calling one is.
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
  AdmissionWord<StdAtomics, kPoolOrders, kPoolProtocol> door_;
  std::vector<std::thread> threads_;
};

}  // namespace vigil::ladder
