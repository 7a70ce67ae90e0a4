#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>

namespace vigil::testing {

// A simple job queue that is obviously correct, so a lost job is Sleep's fault. `is_empty` is one atomic load, as in a
// lock-free queue: no mutex orders it against Sleep.
template <class Layer, class Job>
class JobQueue {
 public:
  void push(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(job);
    size_.store(jobs_.size(), std::memory_order_release);
  }
  [[nodiscard]] bool is_empty() const { return size_.load(std::memory_order_acquire) == 0; }
  [[nodiscard]] bool take(Job& job) {
    if (is_empty()) return false;
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return false;
    job = jobs_.front();
    jobs_.pop_front();
    size_.store(jobs_.size(), std::memory_order_release);
    return true;
  }

 private:
  std::mutex mutex_;
  std::deque<Job> jobs_;
  typename Layer::template atomic<std::size_t> size_{std::size_t{0}};
};

}  // namespace vigil::testing
