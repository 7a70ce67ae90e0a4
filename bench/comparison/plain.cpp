// The references of the comparison: no pool, the simplest pool, and a pool that never sleeps.

#include <algorithm>
#include <atomic>
#include <comparison/peer.hpp>
#include <comparison/quicksort.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace vigil::comparison {

std::int64_t fib_without_joins(int n) { return n < 2 ? n : fib_without_joins(n - 1) + fib_without_joins(n - 2); }

namespace {

class NoPool : public Peer {
 public:
  explicit NoPool(std::size_t) {}
  std::int64_t fib(int n) override { return fib_without_joins(n); }
  double sum(std::span<const double> values) override { return std::accumulate(values.begin(), values.end(), 0.0); }
  void sort(std::span<int> values) override { std::sort(values.begin(), values.end()); }
  void run_tasks(std::span<EmptyTask> tasks) override {
    for (EmptyTask& task : tasks) task.run();
  }
  void quicksort(std::span<int> values) override { quicksort_without_tasks(values); }
};

class StdSort : public Peer {
 public:
  explicit StdSort(std::size_t) {}
  void quicksort(std::span<int> values) override { std::sort(values.begin(), values.end()); }
};

// A queue, a mutex and a condition variable.
class LockedPool : public Peer {
 public:
  explicit LockedPool(std::size_t workers) {
    for (std::size_t i = 0; i != workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~LockedPool() override {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    work_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  void call(void (*job)(void*), void* context) override {
    std::mutex done_mutex;
    std::condition_variable done;
    bool is_done = false;
    {
      const std::lock_guard lock(mutex_);
      jobs_.emplace_back([&] {
        job(context);
        const std::lock_guard done_lock(done_mutex);
        is_done = true;
        done.notify_one();
      });
    }
    work_.notify_one();
    std::unique_lock lock(done_mutex);
    done.wait(lock, [&] { return is_done; });
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const auto job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::function<void()>> jobs_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

// Workers and caller poll without pause: the fastest possible start, for all of the processors' time.
class SpinningPool : public Peer {
 public:
  explicit SpinningPool(std::size_t workers) {
    for (std::size_t i = 0; i != workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~SpinningPool() override {
    stopping_ = true;
    for (auto& thread : threads_) thread.join();
  }

  void call(void (*job)(void*), void* context) override {
    Job left{job, context, false};
    job_.store(&left, std::memory_order_release);
    while (!left.done.load(std::memory_order_acquire)) {
    }
  }

 private:
  struct Job {
    void (*run)(void*);
    void* context;
    std::atomic<bool> done;
  };

  void work() {
    while (!stopping_.load(std::memory_order_relaxed)) {
      if (job_.load(std::memory_order_relaxed) == nullptr) continue;
      if (Job* const job = job_.exchange(nullptr, std::memory_order_acquire)) {
        job->run(job->context);
        job->done.store(true, std::memory_order_release);
      }
    }
  }

  std::atomic<Job*> job_{nullptr};
  std::atomic<bool> stopping_{false};
  std::vector<std::thread> threads_;
};

[[maybe_unused]] const bool sequential = add_peer({.name = "sequential",
                                                   .start = start_peer<NoPool>,
                                                   .forks = true,
                                                   .adds = true,
                                                   .sorts = true,
                                                   .runs_tasks = true,
                                                   .quicksorts = true,
                                                   .most_workers = 1,
                                                   .is_sequential = true});
[[maybe_unused]] const bool std_sort = add_peer(
    {.name = "std::sort", .start = start_peer<StdSort>, .quicksorts = true, .most_workers = 1, .is_sequential = true});
[[maybe_unused]] const bool locked =
    add_peer({.name = "mutex+condvar", .start = start_peer<LockedPool>, .takes_calls = true, .rests = true});
// With two workers and the caller, three threads would spin on the two processors of the smallest machine.
[[maybe_unused]] const bool spinning = add_peer(
    {.name = "spinning", .start = start_peer<SpinningPool>, .takes_calls = true, .rests = true, .most_workers = 1});

}  // namespace
}  // namespace vigil::comparison
