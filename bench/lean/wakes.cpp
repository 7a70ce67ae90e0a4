// How often a pool wakes a thread, for a million tasks: with the throttle, and when each push notifies. A wake is a
// call that the system has to make; `switches` is how often threads gave a processor up of their own accord.

#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <vigil/latch/once_latch.hpp>
#include <vigil/lean/thread_pool.hpp>

#include "lean/unthrottled.hpp"

#include <array>
#include <atomic>
#include <comparison/others.hpp>
#include <comparison/peer.hpp>
#include <comparison/samples.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vigil::lean_bench {
namespace {

using namespace lean;

using comparison::CountOthers;
using comparison::EmptyTask;
using comparison::Enough;
using comparison::Samples;
using comparison::wall_ns;

// Counts the calls that wake one thread. Those that wake all are of the shutdown.
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

struct Throttled : lean::PoolParts<StdAtomics> {
  using Throttle = vigil::lean::Throttle<StdAtomics, SyncWord<>, Event<CountingLayer>>;
  static constexpr const char* kName = "vigil-lean";
};
struct EachPush : lean::PoolParts<StdAtomics> {
  using Throttle = Unthrottled<CountingLayer>;
  static constexpr const char* kName = "notify-each-push";
};

double voluntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_nvcsw);
}

// How the tasks come to the pool.
struct AsOneBatch {
  static constexpr const char* kName = "batch";
  template <class Pool>
  static void schedule(Pool& pool, std::span<EmptyTask> tasks) {
    Batch<> batch;
    for (EmptyTask& task : tasks) batch.push(task);
    benchmark::DoNotOptimize(pool.schedule(batch));
  }
};
struct OneByOne {
  static constexpr const char* kName = "one-by-one";
  template <class Pool>
  static void schedule(Pool& pool, std::span<EmptyTask> tasks) {
    for (EmptyTask& task : tasks) benchmark::DoNotOptimize(pool.schedule(task));
  }
};
// One by one from a task, which schedules itself again after each burst, until all are there.
struct BurstsFromInside {
  static constexpr const char* kName = "bursts";
  static constexpr std::size_t kBurst = 100;

  template <class Pool>
  struct Source : Task<> {
    Source(Pool& its_pool, std::span<EmptyTask> tasks) : Task(&burst), pool(its_pool), left(tasks) {}
    static void burst(Task<>& task) noexcept {
      auto& self = static_cast<Source&>(task);
      OneByOne::schedule(self.pool, self.left.first(kBurst));
      self.left = self.left.subspan(kBurst);
      if (self.left.empty())
        self.done.set();
      else
        benchmark::DoNotOptimize(self.pool.schedule(self));
    }
    Pool& pool;
    std::span<EmptyTask> left;
    OnceLatch<> done;
  };
  template <class Pool>
  static void schedule(Pool& pool, std::span<EmptyTask> tasks) {
    Source<Pool> source(pool, tasks);
    benchmark::DoNotOptimize(pool.schedule(source));
    source.done.wait();
  }
};

template <class Parts, class How>
void wakes(benchmark::State& state) {
  const CountOthers others(state);
  std::vector<EmptyTask> tasks(1'000'000);
  Samples wakes;
  Samples switches;
  Samples times;
  unsigned runs = 0;
  for (auto _ : state) {
    for (Enough enough(3); enough.wants_another(); ++runs) {
      const std::uint64_t wakes_before = CountingLayer::wakes;
      const double switches_before = voluntary_switches();
      const double begin = wall_ns();
      {
        lean::BasicThreadPool<Parts> pool({.most_threads = static_cast<std::uint32_t>(state.range(0))});
        How::schedule(pool, tasks);
      }
      times.add((wall_ns() - begin) / static_cast<double>(tasks.size()));
      wakes.add(static_cast<double>(CountingLayer::wakes - wakes_before));
      switches.add(voluntary_switches() - switches_before);
    }
  }
  for (const EmptyTask& task : tasks)
    if (task.runs() != runs) state.SkipWithError("a task was not run once each time");
  state.counters["wakes"] = wakes.median();
  state.counters["switches"] = switches.median();
  state.counters["ns"] = times.median();
}

template <class Parts, class How>
void add() {
  benchmark::RegisterBenchmark((std::string("lean/wakes-") + How::kName + "/" + Parts::kName).c_str(),
                               wakes<Parts, How>)
      ->ArgName("workers")
      ->Arg(1)
      ->Arg(2)
      ->Iterations(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
  add<Throttled, AsOneBatch>();
  add<EachPush, AsOneBatch>();
  add<Throttled, OneByOne>();
  add<EachPush, OneByOne>();
  add<Throttled, BurstsFromInside>();
  add<EachPush, BurstsFromInside>();
  return true;
}();

}  // namespace
}  // namespace vigil::lean_bench
