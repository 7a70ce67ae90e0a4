// What a pool gains if its workers are pinned: two workers with Placement::spread(), beside two that the system moves
// as it likes. Fork and join, a sum of doubles that lie in the cache, and one of doubles that do not. The two pools
// take turns, so that what else runs on the machine disturbs both alike.

#include <benchmark/benchmark.h>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <comparison/others.hpp>
#include <comparison/samples.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace {

using vigil::Placement;
using vigil::ThreadPool;
using vigil::comparison::CountOthers;
using vigil::comparison::Enough;
using vigil::comparison::Samples;
using vigil::comparison::wall_ns;
using Worker = ThreadPool::Worker;

std::int64_t placed_fib(Worker& worker, int n) {
  if (n < 2) return n;
  const auto [first, second] = vigil::join(
      worker, [n](Worker& other) { return placed_fib(other, n - 1); },
      [n](Worker& other) { return placed_fib(other, n - 2); });
  return first + second;
}

void report(benchmark::State& state, const std::string& placement, Samples& ns) {
  state.counters[placement + "_p50"] = ns.median();
  state.counters[placement + "_p95"] = ns.quantile(0.95);
  state.counters[placement + "_least"] = ns.least();
}

// Nanoseconds for each of the `items` of `work(pool)`.
template <class Work>
void none_and_spread(benchmark::State& state, int rounds, double items, Work work) {
  const CountOthers others(state);
  ThreadPool free({.workers = 2});
  ThreadPool pinned({.workers = 2, .placement = Placement::spread()});
  for (auto _ : state) {
    Samples none;
    Samples spread;
    for (Enough enough(rounds); enough.wants_another();) {
      const double begin = wall_ns();
      work(free);
      const double middle = wall_ns();
      work(pinned);
      none.add((middle - begin) / items);
      spread.add((wall_ns() - middle) / items);
    }
    report(state, "none", none);
    report(state, "spread", spread);
  }
}

void fib(benchmark::State& state) {
  constexpr double kJoins = 121392;  // fib(26) - 1
  none_and_spread(state, 300, kJoins, [](ThreadPool& pool) {
    benchmark::DoNotOptimize(pool.call([](Worker& worker) { return placed_fib(worker, 25); }));
  });
}
BENCHMARK(fib)->Name("pool/placement/fib")->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void sum(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<double> values(size, 1.0);
  // As long in all, whatever the size.
  const auto rounds = static_cast<int>(300'000'000 / size);
  none_and_spread(state, rounds, static_cast<double>(size), [&](ThreadPool& pool) {
    benchmark::DoNotOptimize(
        vigil::parallel_reduce(pool, size, 0.0, std::plus(), [&](std::size_t i) { return values[i]; }));
  });
}
BENCHMARK(sum)
    ->Name("pool/placement/sum")
    ->Arg(100'000)
    ->Arg(10'000'000)
    ->ArgName("doubles")
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
