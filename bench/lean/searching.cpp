// The token of the lean pool beside a count of searching threads, as Go and Tokio have it: how often a pool wakes a
// thread (`wakes`), how often a thread gives a processor up (`switches`), and processor time, for each task (`cpu_ns`)
// and in all.

#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <vigil/latch/once_latch.hpp>
#include <vigil/lean/thread_pool.hpp>

#include "ladder/searching_throttle.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace vigil::lean_bench {
namespace {

using namespace lean;

// Counts the calls that wake one thread.
struct CountingLayer : StdAtomics {
  static inline std::atomic<std::uint64_t> wakes{0};

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
   public:
    using StdAtomics::atomic<T>::atomic;
    void notify_one() noexcept {
      wakes.fetch_add(1, std::memory_order_relaxed);
      StdAtomics::atomic<T>::notify_one();
    }
  };
};

struct Token : lean::PoolParts<StdAtomics> {
  using Throttle = vigil::lean::Throttle<StdAtomics, SyncWord<>, Event<CountingLayer>>;
  static constexpr const char* kName = "token";
};
struct Count : lean::PoolParts<StdAtomics> {
  using Throttle = ladder::SearchingThrottle<CountingLayer>;
  static constexpr const char* kName = "count";
};

struct Usage {
  double switches;
  double cpu_ns;
};
Usage usage() {
  rusage now{};
  getrusage(RUSAGE_SELF, &now);
  const auto ns = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
  };
  return {static_cast<double>(now.ru_nvcsw), ns(now.ru_utime) + ns(now.ru_stime)};
}

struct EmptyTask : Task<> {
  EmptyTask() : Task(&end) {}
  static void end(Task<>& task) noexcept {
    static_cast<EmptyTask&>(task).left->fetch_sub(1, std::memory_order_release);
  }
  std::atomic<std::size_t>* left = nullptr;
};

// A million tasks, one by one, from outside.
struct OneByOne {
  static constexpr const char* kName = "one-by-one";
  static constexpr std::size_t kTasks = 1'000'000;
  template <class Pool>
  static void schedule(Pool& pool, std::vector<EmptyTask>& tasks, std::atomic<std::size_t>&) {
    for (EmptyTask& task : tasks) benchmark::DoNotOptimize(pool.schedule(task));
  }
};
// Tasks that come alone, to a pool that sleeps.
struct Lone {
  static constexpr const char* kName = "lone";
  static constexpr std::size_t kTasks = 1'000;
  template <class Pool>
  static void schedule(Pool& pool, std::vector<EmptyTask>& tasks, std::atomic<std::size_t>& left) {
    std::size_t due = tasks.size();
    for (EmptyTask& task : tasks) {
      benchmark::DoNotOptimize(pool.schedule(task));
      --due;
      while (left.load(std::memory_order_acquire) != due) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
};
// One by one from a task, a hundred at a time.
struct Bursts {
  static constexpr const char* kName = "bursts";
  static constexpr std::size_t kTasks = 1'000'000;
  static constexpr std::size_t kBurst = 100;

  template <class Pool>
  struct Source : Task<> {
    Source(Pool& its_pool, std::vector<EmptyTask>& its_tasks) : Task(&burst), pool(its_pool), tasks(its_tasks) {}
    static void burst(Task<>& task) noexcept {
      auto& self = static_cast<Source&>(task);
      for (std::size_t i = 0; i != kBurst; ++i) benchmark::DoNotOptimize(self.pool.schedule(self.tasks[self.next++]));
      if (self.next == self.tasks.size())
        self.done.set();
      else
        benchmark::DoNotOptimize(self.pool.schedule(self));
    }
    Pool& pool;
    std::vector<EmptyTask>& tasks;
    std::size_t next = 0;
    OnceLatch<> done;
  };
  template <class Pool>
  static void schedule(Pool& pool, std::vector<EmptyTask>& tasks, std::atomic<std::size_t>&) {
    Source<Pool> source(pool, tasks);
    benchmark::DoNotOptimize(pool.schedule(source));
    source.done.wait();
  }
};

template <class Parts, class How>
void wakes(benchmark::State& state) {
  std::vector<EmptyTask> tasks(How::kTasks);
  double switches = 0, cpu_ns = 0;
  std::uint64_t calls = 0;
  for (auto _ : state) {
    std::atomic<std::size_t> left{tasks.size()};
    for (EmptyTask& task : tasks) task.left = &left;
    const std::uint64_t calls_before = CountingLayer::wakes;
    const Usage before = usage();
    {
      lean::BasicThreadPool<Parts> pool({.most_threads = static_cast<std::uint32_t>(state.range(0))});
      How::schedule(pool, tasks, left);
    }
    const Usage after = usage();
    calls += CountingLayer::wakes - calls_before;
    switches += after.switches - before.switches;
    cpu_ns += after.cpu_ns - before.cpu_ns;
    if (left != 0) state.SkipWithError("a task was not run");
  }
  const auto all = static_cast<double>(state.iterations());
  state.counters["wakes"] = static_cast<double>(calls) / all;
  state.counters["switches"] = switches / all;
  state.counters["cpu_ns"] = cpu_ns / all / static_cast<double>(How::kTasks);
}

template <class Parts, class How>
void add() {
  benchmark::RegisterBenchmark((std::string("lean/searching/") + How::kName + "/" + Parts::kName).c_str(),
                               wakes<Parts, How>)
      ->ArgName("workers")
      ->Arg(2)
      ->Arg(4)
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
  add<Token, OneByOne>();
  add<Count, OneByOne>();
  add<Token, Bursts>();
  add<Count, Bursts>();
  add<Token, Lone>();
  add<Count, Lone>();
  return true;
}();

}  // namespace
}  // namespace vigil::lean_bench
