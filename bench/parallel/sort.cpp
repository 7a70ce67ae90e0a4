// What the sorts cost beside those of the standard library: random numbers, a million of them. Items are elements.

#include <benchmark/benchmark.h>
#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using vigil::ThreadPool;

constexpr std::size_t kSize = 1'000'000;

const std::vector<std::uint64_t>& shuffled() {
  static const std::vector<std::uint64_t> kValues = [] {
    std::vector<std::uint64_t> values(kSize);
    std::uint64_t state = 1;
    for (auto& value : values) value = state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return values;
  }();
  return kValues;
}

template <class Sort>
void sorts(benchmark::State& state, Sort sort) {
  std::vector<std::uint64_t> values;
  for (auto _ : state) {
    state.PauseTiming();
    values = shuffled();
    state.ResumeTiming();
    sort(values);
    benchmark::DoNotOptimize(values.data());
  }
  if (!std::ranges::is_sorted(values)) state.SkipWithError("not sorted");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSize));
}

void std_sort(benchmark::State& state) {
  sorts(state, [](auto& values) { std::ranges::sort(values); });
}
BENCHMARK(std_sort)->Name("parallel/sort/std_sort")->MeasureProcessCPUTime()->UseRealTime();

void std_stable_sort(benchmark::State& state) {
  sorts(state, [](auto& values) { std::ranges::stable_sort(values); });
}
BENCHMARK(std_stable_sort)->Name("parallel/sort/std_stable_sort")->MeasureProcessCPUTime()->UseRealTime();

void sort_on_pool(benchmark::State& state) {
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(0))});
  sorts(state, [&](auto& values) { vigil::sort(pool, values); });
}
BENCHMARK(sort_on_pool)
    ->Name("parallel/sort/sort")
    ->Arg(1)
    ->Arg(2)
    ->ArgName("workers")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void stable_sort_on_pool(benchmark::State& state) {
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(0))});
  sorts(state, [&](auto& values) { vigil::stable_sort(pool, values); });
}
BENCHMARK(stable_sort_on_pool)
    ->Name("parallel/sort/stable_sort")
    ->Arg(1)
    ->Arg(2)
    ->ArgName("workers")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
