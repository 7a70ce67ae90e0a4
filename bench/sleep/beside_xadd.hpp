#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>

namespace vigil::bench {

// Processor time of this thread in ns. Time of other programs does not count.
inline double thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// The time of one `lock xadd` in ns: the least of several short runs.
inline double xadd_ns() {
  static const double value = [] {
    constexpr int kRuns = 20;
    constexpr int kOperations = 100'000;
    std::atomic<std::uint64_t> word{0};
    double least = 1e9;
    for (int run = 0; run != kRuns; ++run) {
      const double begin = thread_cpu_ns();
      for (int i = 0; i != kOperations; ++i) benchmark::DoNotOptimize(word.fetch_add(1, std::memory_order_seq_cst));
      least = std::min(least, (thread_cpu_ns() - begin) / kOperations);
    }
    return least;
  }();
  return value;
}

// Runs `operation` as the body of the benchmark and reports its time in units of a `lock xadd` of this run.
template <class Operation>
void beside_xadd(benchmark::State& state, Operation operation) {
  const double xadd = xadd_ns();
  const double begin = thread_cpu_ns();
  for (auto _ : state) operation();
  state.counters["xadds"] = (thread_cpu_ns() - begin) / static_cast<double>(state.iterations()) / xadd;
}

}  // namespace vigil::bench
