#pragma once

#include <benchmark/benchmark.h>
#include <vigil/atomics/std_atomics.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <comparison/others.hpp>
#include <cstdint>
#include <limits>

namespace vigil::deque_bench {

constexpr int kBatch = 1024;

inline double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The time of one `operation` in ns, measured in one batch.
template <class Operation>
double batch_ns(Operation operation) {
  const double begin = now_ns();
  for (int i = 0; i != kBatch; ++i) operation();
  return (now_ns() - begin) / kBatch;
}

// The full fence by which every later figure is divided: the cheapest of this machine and compiler. It follows a store,
// because a fence with nothing to order may cost less than a useful one.
inline double fence_ns() {
  static const double least = [] {
    static std::atomic<std::uint64_t> word{0};
    double layer = std::numeric_limits<double>::infinity();
    double standard = layer;
    for (int run = 0; run != 2'000; ++run) {
      layer = std::min(layer, batch_ns([] {
                         word.store(1, std::memory_order_relaxed);
                         StdAtomics::fence(std::memory_order_seq_cst);
                       }));
      standard = std::min(standard, batch_ns([] {
                            word.store(1, std::memory_order_relaxed);
                            std::atomic_thread_fence(std::memory_order_seq_cst);
                          }));
    }
    return std::min(layer, standard);
  }();
  return least;
}

// Uses a value that fits into a register and leaves it there. `benchmark::DoNotOptimize` would write a result of two
// words to the stack, and the next fence would wait for that store.
template <class T>
void keep(T value) {
  __asm__ __volatile__("" : : "r"(value));
}

// Repeats an untimed `prepare()` and a timed batch of `operation()`. The library prints the mean of whole batches. Here
// `mean_ns` is the mean of one operation. `least_ns` is one operation in the best batch, which other programs on the
// same processor disturb least. `fences` is `least_ns` in units of a seq_cst fence of this run.
template <class Prepare, class Operation>
void measure(benchmark::State& state, Prepare prepare, Operation operation) {
  const comparison::CountOthers others(state);
  const double fence = fence_ns();
  double least = std::numeric_limits<double>::infinity();
  double sum = 0;
  for (auto _ : state) {
    prepare();
    const double each = batch_ns(operation);
    least = std::min(least, each);
    sum += each;
    state.SetIterationTime(each * kBatch * 1e-9);
  }
  state.counters["mean_ns"] = sum / static_cast<double>(state.iterations());
  state.counters["least_ns"] = least;
  state.counters["fences"] = least / fence;
}

template <class Operation>
void measure(benchmark::State& state, Operation operation) {
  measure(
      state, [] {}, operation);
}

}  // namespace vigil::deque_bench
