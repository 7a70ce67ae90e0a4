#pragma once

#include <vigil/atomics/cache_line.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>

// What the injector is measured against: other ways to hold the same jobs, none of which ships.
namespace vigil::injector_bench {

struct LinkedJob {
  LinkedJob* below = nullptr;
};

// The obvious queue.
class LockedDeque {
 public:
  using Job = LinkedJob;

  void push(Job& job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(&job);
  }
  Job* pop() {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return nullptr;
    Job* const job = jobs_.front();
    jobs_.pop_front();
    return job;
  }
  bool is_empty() {
    const std::lock_guard lock(mutex_);
    return jobs_.empty();
  }

 private:
  std::mutex mutex_;
  std::deque<Job*> jobs_;
};

// The zap scheduler's queue: the thread that sets the consuming bit takes the whole list into a cache that only the
// next holders of the bit see, and answers from there. Not a stack: jobs that come later wait until the cache is used
// up.
class CachedChainQueue {
 public:
  using Job = LinkedJob;

  void push(Job& job) {
    std::uintptr_t word = 0;
    do job.below = job_of(word);
    while (!word_.compare_exchange_weak(word, reinterpret_cast<std::uintptr_t>(&job) | (word & kBits),
                                        std::memory_order_release, std::memory_order_relaxed));
  }
  Job* pop() {
    std::uintptr_t word = word_.load(std::memory_order_relaxed);
    std::uintptr_t wanted = 0;
    do {
      if (word == 0 || (word & kConsuming) != 0) return nullptr;
      wanted = (word & kCached) != 0 ? word | kConsuming : kBits;
    } while (!word_.compare_exchange_weak(word, wanted, std::memory_order_acquire, std::memory_order_relaxed));
    Job* const job = (word & kCached) != 0 ? cache_ : job_of(word);
    cache_ = job->below;
    word_.fetch_sub(cache_ != nullptr ? kConsuming : kBits, std::memory_order_release);
    return job;
  }
  [[nodiscard]] bool is_empty() const { return word_.load(std::memory_order_relaxed) == 0; }

 private:
  static constexpr std::uintptr_t kCached = 1;
  static constexpr std::uintptr_t kConsuming = 2;
  static constexpr std::uintptr_t kBits = kCached | kConsuming;
  static Job* job_of(std::uintptr_t word) { return reinterpret_cast<Job*>(word & ~kBits); }

  alignas(kCacheLine) std::atomic<std::uintptr_t> word_{0};
  Job* cache_ = nullptr;
};

}  // namespace vigil::injector_bench
