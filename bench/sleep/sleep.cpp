// The cost of sleep for posters, the time until a sleeper starts a job, and the cost of sleepers in an idle pool.

#include <benchmark/benchmark.h>
#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include "sleep/beside_xadd.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <ctime>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using vigil::CoreLatch;
using vigil::IdleState;
using vigil::Sleep;
using vigil::SleepRounds;
using vigil::StdAtomics;
using vigil::bench::beside_xadd;
using Clock = std::chrono::steady_clock;

void internal_job_nobody_sleeps(benchmark::State& state) {
  Sleep<> sleep(2);
  beside_xadd(state, [&] { sleep.new_internal_jobs(1, [] { return true; }); });
}
BENCHMARK(internal_job_nobody_sleeps)->Name("sleep/sleep/new_internal_jobs/nobody_sleeps");

void injected_job_nobody_sleeps(benchmark::State& state) {
  Sleep<> sleep(2);
  beside_xadd(state, [&] { sleep.new_injected_jobs(1, true); });
}
BENCHMARK(injected_job_nobody_sleeps)->Name("sleep/sleep/new_injected_jobs/nobody_sleeps");

void searching_and_finding(benchmark::State& state) {
  Sleep<> sleep(2);
  beside_xadd(state, [&] {
    benchmark::DoNotOptimize(sleep.start_looking(0));
    sleep.work_found([] { return false; });
  });
}
BENCHMARK(searching_and_finding)->Name("sleep/sleep/start_looking_and_work_found");

// One job at a time, with the times at which it was posted and at which it began.
class LoneJob {
 public:
  void begin() {
    began_ = Clock::now();
    state_.store(kDone, std::memory_order_release);
  }
  [[nodiscard]] bool is_posted() const { return state_.load(std::memory_order_acquire) == kPosted; }
  bool take() {
    int posted = kPosted;
    return is_posted() && state_.compare_exchange_strong(posted, kTaken, std::memory_order_acquire);
  }
  void post() {
    posted_ = Clock::now();
    state_.store(kPosted, std::memory_order_release);
  }
  [[nodiscard]] std::chrono::duration<double, std::micro> wait_for_begin() const {
    while (state_.load(std::memory_order_acquire) != kDone) StdAtomics::relax();
    return began_ - posted_;
  }

 private:
  static constexpr int kNone = 0, kPosted = 1, kTaken = 2, kDone = 3;
  std::atomic<int> state_{kNone};
  Clock::time_point posted_;
  Clock::time_point began_;
};

class VigilPool {
 public:
  VigilPool(std::size_t workers, SleepRounds rounds) : sleep_(workers, rounds), stop_(workers) {
    for (std::size_t worker = 0; worker != workers; ++worker) threads_.emplace_back([this, worker] { work(worker); });
  }
  ~VigilPool() {
    for (std::size_t worker = 0; worker != stop_.size(); ++worker) sleep_.set_latch(stop_[worker], worker);
    for (auto& thread : threads_) thread.join();
  }
  void post() {
    job.post();
    sleep_.new_injected_jobs(1, true);
  }
  [[nodiscard]] bool all_asleep() const { return sleep_.counters().load().sleeping() == stop_.size(); }

  LoneJob job;

 private:
  void work(std::size_t worker) {
    while (!stop_[worker].probe()) {
      IdleState idle = sleep_.start_looking(worker);
      bool found = false;
      while (!(found = job.take()) && !stop_[worker].probe())
        sleep_.no_work_found(idle, stop_[worker], [this] { return job.is_posted(); });
      sleep_.work_found([this] { return job.is_posted(); });
      if (found) job.begin();
    }
  }

  Sleep<> sleep_;
  std::vector<CoreLatch<>> stop_;
  std::vector<std::thread> threads_;
};

// The peer: a mutex and a condition variable. Its workers block at once.
class CondvarPool {
 public:
  CondvarPool(std::size_t workers, SleepRounds) : workers_(workers) {
    for (std::size_t worker = 0; worker != workers; ++worker) threads_.emplace_back([this] { work(); });
  }
  ~CondvarPool() {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
  }
  void post() {
    {
      const std::lock_guard lock(mutex_);
      job.post();
    }
    changed_.notify_one();
  }
  [[nodiscard]] bool all_asleep() {
    const std::lock_guard lock(mutex_);
    return asleep_ == workers_;
  }

  LoneJob job;

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (!is_stopped_) {
      if (job.take()) job.begin();
      ++asleep_;
      changed_.wait(lock, [this] { return is_stopped_ || job.is_posted(); });
      --asleep_;
    }
  }

  const std::size_t workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t asleep_ = 0;
  bool is_stopped_ = false;
  std::vector<std::thread> threads_;
};

double quantile(std::vector<double>& values, double part) {
  if (values.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

double process_cpu_us() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// A worker is blocked only some time after it is counted: the system call comes later.
template <class Pool>
void let_all_fall_asleep(Pool& pool) {
  while (!pool.all_asleep()) std::this_thread::yield();
  for (const auto end = Clock::now() + std::chrono::microseconds(100); Clock::now() < end;) StdAtomics::relax();
}

// The time from the post to the first line of the job. All workers are asleep.
template <class Pool>
void lone_job(benchmark::State& state) {
  Pool pool(static_cast<std::size_t>(state.range(0)), {});
  std::vector<double> latencies;
  for (auto _ : state) {
    let_all_fall_asleep(pool);
    pool.post();
    const auto latency = pool.job.wait_for_begin();
    latencies.push_back(latency.count());
    state.SetIterationTime(latency.count() * 1e-6);
  }
  state.counters["p50_us"] = quantile(latencies, 0.5);
  state.counters["p99_us"] = quantile(latencies, 0.99);
}
BENCHMARK_TEMPLATE(lone_job, VigilPool)
    ->Name("sleep/sleep/lone_job/vigil")
    ->ArgName("workers")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(3000)
    ->UseManualTime();
BENCHMARK_TEMPLATE(lone_job, CondvarPool)
    ->Name("sleep/sleep/lone_job/condvar")
    ->ArgName("workers")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(3000)
    ->UseManualTime();

// A whole cycle: yields, announcement, sleep, wake, job, and its cost for the process.
template <class Pool>
void cpu_of_a_lone_job(benchmark::State& state) {
  Pool pool(static_cast<std::size_t>(state.range(0)), {});
  const double before = process_cpu_us();
  for (auto _ : state) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    pool.post();
    while (pool.job.is_posted()) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  state.counters["cpu_us"] = (process_cpu_us() - before) / static_cast<double>(state.iterations());
}
BENCHMARK_TEMPLATE(cpu_of_a_lone_job, VigilPool)
    ->Name("sleep/sleep/cpu_of_a_lone_job/vigil")
    ->ArgName("workers")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(500)
    ->UseRealTime();
BENCHMARK_TEMPLATE(cpu_of_a_lone_job, CondvarPool)
    ->Name("sleep/sleep/cpu_of_a_lone_job/condvar")
    ->ArgName("workers")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(500)
    ->UseRealTime();

// Two sleeping workers and no jobs: CPU time of the whole process per second.
template <class Pool>
void idle_cpu(benchmark::State& state) {
  constexpr auto kIdle = std::chrono::milliseconds(500);
  Pool pool(2, {});
  let_all_fall_asleep(pool);
  double spent = 0;
  for (auto _ : state) {
    const double before = process_cpu_us();
    std::this_thread::sleep_for(kIdle);
    spent += process_cpu_us() - before;
  }
  state.counters["cpu_us_per_s"] =
      spent / static_cast<double>(state.iterations()) / std::chrono::duration<double>(kIdle).count();
}
BENCHMARK_TEMPLATE(idle_cpu, VigilPool)->Name("sleep/sleep/idle_cpu/vigil")->Iterations(2)->UseRealTime();
BENCHMARK_TEMPLATE(idle_cpu, CondvarPool)->Name("sleep/sleep/idle_cpu/condvar")->Iterations(2)->UseRealTime();

}  // namespace
