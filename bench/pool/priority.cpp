// What priorities cost a pool: a call, a posted job, and a task on the worker's own deque, before which the worker asks
// for urgent jobs. And what an urgent call gains beside a pool that is full of other jobs.

#include <benchmark/benchmark.h>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace {

using vigil::Priority;
using vigil::PriorityThreadPool;
using vigil::ThreadPool;

template <class Pool>
void calls(benchmark::State& state) {
  Pool pool({.workers = 1});
  for (auto _ : state) pool.call([&] { benchmark::DoNotOptimize(&pool); });
}
BENCHMARK(calls<ThreadPool>)->Name("pool/priority/without/call")->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(calls<PriorityThreadPool>)->Name("pool/priority/with/call")->MeasureProcessCPUTime()->UseRealTime();

void urgent_calls(benchmark::State& state) {
  PriorityThreadPool pool({.workers = 1});
  for (auto _ : state) pool.call(Priority::high, [&] { benchmark::DoNotOptimize(&pool); });
}
BENCHMARK(urgent_calls)->Name("pool/priority/with/urgent_call")->MeasureProcessCPUTime()->UseRealTime();

template <class Parts>
struct Counts : vigil::PostedJob<Parts> {
  explicit Counts(std::atomic<std::size_t>& what) : vigil::PostedJob<Parts>(&run), left(what) {}
  static void run(vigil::PostedJob<Parts>& job, vigil::Worker<Parts>&) noexcept {
    static_cast<Counts&>(job).left.fetch_sub(1, std::memory_order_relaxed);
  }
  std::atomic<std::size_t>& left;
};

// A worker posts jobs to its own pool, and runs them. Items are jobs.
template <class Parts>
void posts(benchmark::State& state) {
  constexpr std::size_t kJobs = 1'000;
  vigil::BasicThreadPool<Parts> pool({.workers = 1});
  std::atomic<std::size_t> left{0};
  std::deque<Counts<Parts>> jobs;
  for (std::size_t i = 0; i != kJobs; ++i) jobs.emplace_back(left);
  pool.call([&](vigil::Worker<Parts>& worker) {
    for (auto _ : state) {
      left.store(kJobs, std::memory_order_relaxed);
      for (auto& job : jobs) benchmark::DoNotOptimize(pool.post(job));
      while (left.load(std::memory_order_relaxed) != 0) worker.run_one();
    }
  });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kJobs));
}
BENCHMARK(posts<vigil::DefaultParts>)->Name("pool/priority/without/post")->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(posts<vigil::PriorityParts<>>)->Name("pool/priority/with/post")->MeasureProcessCPUTime()->UseRealTime();

// Tasks of a scope that do next to nothing. Items are tasks.
template <class Pool>
void tasks(benchmark::State& state) {
  constexpr int kTasks = 1'000;
  Pool pool({.workers = 1});
  pool.call([&](typename Pool::Worker& worker) {
    for (auto _ : state) {
      vigil::scope(worker, [&](auto& scope) {
        for (int i = 0; i != kTasks; ++i) scope.spawn(worker, [i] { benchmark::DoNotOptimize(i); });
      });
    }
  });
  state.SetItemsProcessed(state.iterations() * kTasks);
}
BENCHMARK(tasks<ThreadPool>)->Name("pool/priority/without/task")->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(tasks<PriorityThreadPool>)->Name("pool/priority/with/task")->MeasureProcessCPUTime()->UseRealTime();

// A call to a pool whose worker has a thousand tasks of about a microsecond on its deque, again and again. The counter
// `tasks_before` is the median of how many of them ran between the call and its function. Unlike the time, in which the
// caller must also come to run again, it depends little on what else the machine does.
void call_beside_tasks(benchmark::State& state, Priority priority) {
  PriorityThreadPool pool({.workers = 1});
  struct Busy : vigil::PostedJob<vigil::PriorityParts<>> {
    Busy() : PostedJob(&run) { set_priority(Priority::low); }
    static void run(PostedJob& job, PriorityThreadPool::Worker& worker) noexcept {
      auto& self = static_cast<Busy&>(job);
      vigil::scope(worker, [&](auto& scope) {
        for (int i = 0; i != 1'000; ++i) {
          scope.spawn(worker, [&self] {
            for (int round = 0; round != 2'000; ++round) benchmark::DoNotOptimize(round);
            self.tasks.fetch_add(1, std::memory_order_relaxed);
          });
        }
      });
      if (!self.is_over.load(std::memory_order_relaxed)) (void)self.post(worker.worker_set());
    }
    std::atomic<std::int64_t> tasks{0};
    std::atomic<bool> is_over{false};
  };
  Busy busy;
  (void)pool.post(busy);
  std::vector<std::int64_t> before;
  for (auto _ : state) {
    const std::int64_t begin = busy.tasks.load(std::memory_order_relaxed);
    before.push_back(pool.call(priority, [&] { return busy.tasks.load(std::memory_order_relaxed); }) - begin);
  }
  busy.is_over.store(true, std::memory_order_relaxed);
  pool.stop();
  const auto middle = before.begin() + static_cast<std::ptrdiff_t>(before.size() / 2);
  std::nth_element(before.begin(), middle, before.end());
  state.counters["tasks_before"] = static_cast<double>(*middle);
}
void urgent_call_beside_tasks(benchmark::State& state) { call_beside_tasks(state, Priority::high); }
BENCHMARK(urgent_call_beside_tasks)->Name("pool/priority/beside_tasks/urgent_call")->UseRealTime();
void plain_call_beside_tasks(benchmark::State& state) { call_beside_tasks(state, Priority::normal); }
BENCHMARK(plain_call_beside_tasks)->Name("pool/priority/beside_tasks/plain_call")->UseRealTime();

}  // namespace
