// What loops and pipelines cost beside the same in sequence: sums of a million numbers, and a few costly calls. Items
// are elements.

#include <benchmark/benchmark.h>
#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>
#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/terminals.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace {

namespace stage = vigil::stage;
using vigil::ThreadPool;

constexpr std::size_t kSize = 1'000'000;

const std::vector<double>& numbers() {
  static const std::vector<double> kNumbers = [] {
    std::vector<double> values(kSize);
    for (std::size_t i = 0; i != kSize; ++i) values[i] = static_cast<double>(i % 1'000);
    return values;
  }();
  return kNumbers;
}

double costly(double x) { return std::sqrt(std::sin(x) + 2.0); }

template <class Compute>
void computes(benchmark::State& state, Compute compute) {
  (void)numbers();
  for (auto _ : state) benchmark::DoNotOptimize(compute());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSize));
}

template <class Compute>
void on_pool(benchmark::State& state, Compute compute) {
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(0))});
  computes(state, [&] { return compute(pool); });
}

void reduce_sequential(benchmark::State& state) {
  computes(state, [] {
    double sum = 0;
    for (const double x : numbers()) sum += costly(x);
    return sum;
  });
}
BENCHMARK(reduce_sequential)->Name("parallel/loops/reduce_sequential")->MeasureProcessCPUTime()->UseRealTime();

void reduce(benchmark::State& state) {
  on_pool(state, [](ThreadPool& pool) {
    return vigil::parallel_reduce(pool, kSize, 0.0, std::plus(), [](std::size_t i) { return costly(numbers()[i]); });
  });
}
BENCHMARK(reduce)
    ->Name("parallel/loops/reduce")
    ->Arg(1)
    ->Arg(2)
    ->ArgName("workers")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

constexpr auto kLarge = [](double x) { return x >= 500; };

void pipeline_sequential(benchmark::State& state) {
  computes(state, [] {
    double sum = 0;
    for (const double x : numbers())
      if (kLarge(x)) sum += costly(x);
    return sum;
  });
}
BENCHMARK(pipeline_sequential)
    ->Name("parallel/loops/filter_transform_sum_sequential")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void pipeline(benchmark::State& state) {
  on_pool(state, [](ThreadPool& pool) {
    return vigil::par(pool, numbers()) | stage::filter(kLarge) | stage::transform(costly) | stage::sum();
  });
}
BENCHMARK(pipeline)
    ->Name("parallel/loops/filter_transform_sum")
    ->Arg(1)
    ->Arg(2)
    ->ArgName("workers")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// The same, with a token that each element asks.
void pipeline_with_stop(benchmark::State& state) {
  const std::stop_source stop;
  on_pool(state, [&](ThreadPool& pool) {
    return vigil::par(pool, numbers()) | stage::take_until_stopped(stop.get_token()) | stage::filter(kLarge) |
           stage::transform(costly) | stage::sum();
  });
}
BENCHMARK(pipeline_with_stop)
    ->Name("parallel/loops/take_until_stopped_filter_transform_sum")
    ->Arg(1)
    ->Arg(2)
    ->ArgName("workers")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// A loop whose last tenth takes most of the time: pieces that are stolen are divided further.
void for_uneven(benchmark::State& state) {
  static std::vector<double> results(10'000);
  on_pool(state, [](ThreadPool& pool) {
    vigil::parallel_for(pool, results.size(), [](std::size_t i) {
      double x = static_cast<double>(i);
      for (int round = i < 9'000 ? 1 : 50; round != 0; --round) x = costly(x);
      results[i] = x;
    });
    return results.back();
  });
}
BENCHMARK(for_uneven)
    ->Name("parallel/loops/for_uneven")
    ->Arg(1)
    ->Arg(2)
    ->ArgName("workers")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// Loops of a worker that are too small to be worth a thief's help. Each element is a trivial one.
template <class Loop>
void small_loop(benchmark::State& state, Loop loop) {
  std::vector<unsigned> values(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    unsigned* elements = values.data();
    benchmark::DoNotOptimize(elements);
    loop(values.size(), [=](std::size_t i) { elements[i] += 1; });
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void small_sequential(benchmark::State& state) {
  small_loop(state, [](std::size_t size, const auto& body) {
    for (std::size_t i = 0; i != size; ++i) body(i);
  });
}

void small_for(benchmark::State& state, vigil::Grain grain) {
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(1))});
  pool.call([&](ThreadPool::Worker& worker) {
    small_loop(state, [&](std::size_t size, const auto& body) { vigil::parallel_for(worker, size, body, grain); });
  });
}

BENCHMARK(small_sequential)
    ->Name("parallel/loops/small_sequential")
    ->Arg(8)
    ->Arg(64)
    ->Arg(512)
    ->ArgName("elements")
    ->UseRealTime();
BENCHMARK_CAPTURE(small_for, automatic, vigil::Grain::automatic())
    ->Name("parallel/loops/small_for")
    ->ArgsProduct({{8, 64, 512}, {1, 2}})
    ->ArgNames({"elements", "workers"})
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(small_for, adaptive, vigil::Grain::adaptive())
    ->Name("parallel/loops/small_for_always_divided")
    ->ArgsProduct({{8, 64, 512}, {1, 2}})
    ->ArgNames({"elements", "workers"})
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
