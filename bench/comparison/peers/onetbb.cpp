#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/version.h>

#include <comparison/peer.hpp>
#include <comparison/quicksort.hpp>
#include <condition_variable>
#include <mutex>

namespace vigil::comparison {
namespace {

std::int64_t fib_by_group(int n) {
  if (n < 2) return n;
  std::int64_t a = 0;
  std::int64_t b = 0;
  tbb::task_group group;
  group.run([&b, n] { b = fib_by_group(n - 2); });
  a = fib_by_group(n - 1);
  group.wait();
  return a + b;
}

// One group for all tasks: faster than parallel_invoke at each partition.
void quicksort_by_group(tbb::task_group& group, std::span<int> values) {
  quicksort_leaving(
      values, [&group](std::span<int> right) { group.run([&group, right] { quicksort_by_group(group, right); }); });
}

class OneTbb : public Peer {
 public:
  explicit OneTbb(std::size_t workers)
      : limit_(tbb::global_control::max_allowed_parallelism, workers + 1),
        inside_(static_cast<int>(workers)),
        // Only workers run the calls: no slot is reserved for the caller.
        outside_(static_cast<int>(workers), 0) {}

  std::int64_t fib(int n) override {
    return inside_.execute([n] { return fib_by_group(n); });
  }
  void call(void (*job)(void*), void* context) override {
    std::mutex mutex;
    std::condition_variable done;
    bool is_done = false;
    outside_.enqueue([&] {
      job(context);
      const std::lock_guard lock(mutex);
      is_done = true;
      done.notify_one();
    });
    std::unique_lock lock(mutex);
    done.wait(lock, [&] { return is_done; });
  }
  double sum(std::span<const double> values) override {
    return inside_.execute([&] {
      return tbb::parallel_reduce(
          tbb::blocked_range<const double*>(values.data(), values.data() + values.size()), 0.0,
          [](const tbb::blocked_range<const double*>& range, double sum) {
            for (const double value : range) sum += value;
            return sum;
          },
          [](double a, double b) { return a + b; });
    });
  }
  void sort(std::span<int> values) override {
    inside_.execute([&] { tbb::parallel_sort(values.begin(), values.end()); });
  }
  void run_tasks(std::span<EmptyTask> tasks) override {
    inside_.execute([tasks] {
      tbb::task_group group;
      for (EmptyTask& task : tasks) group.run([&task] { task.run(); });
      group.wait();
    });
  }
  void quicksort(std::span<int> values) override {
    inside_.execute([values] {
      tbb::task_group group;
      quicksort_by_group(group, values);
      group.wait();
    });
  }

 private:
  tbb::global_control limit_;
  tbb::task_arena inside_;
  tbb::task_arena outside_;
};

[[maybe_unused]] const bool added = add_peer({.name = "oneTBB",
                                              .version = TBB_runtime_version(),
                                              .start = start_peer<OneTbb>,
                                              .forks = true,
                                              .takes_calls = true,
                                              .adds = true,
                                              .sorts = true,
                                              .runs_tasks = true,
                                              .quicksorts = true,
                                              .rests = true});

}  // namespace
}  // namespace vigil::comparison
