// What a join costs that nobody steals from: in another join, in none, inside an isolation, and by a future. A
// Fibonacci tree without cutoff is little else than joins.

#include <benchmark/benchmark.h>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <cstdint>

namespace {

using vigil::ThreadPool;
using Worker = ThreadPool::Worker;

constexpr int kNumber = 20;
constexpr std::int64_t kJoins = 10945;  // fib(21) - 1

std::int64_t fib(Worker& worker, int n) {
  if (n < 2) return n;
  const auto [first, second] = vigil::join(
      worker, [n](Worker& other) { return fib(other, n - 1); }, [n](Worker& other) { return fib(other, n - 2); });
  return first + second;
}

std::int64_t fib_by_futures(Worker& worker, int n) {
  if (n < 2) return n;
  vigil::Future<int, std::int64_t> second;
  second.fork<&fib_by_futures>(worker, n - 2);
  const std::int64_t first = fib_by_futures(worker, n - 1);
  return first + second.join<&fib_by_futures>(worker);
}

template <class Body>
void on_one_worker(benchmark::State& state, std::int64_t joins, Body body) {
  ThreadPool pool({.workers = 1});
  pool.call([&](Worker& worker) {
    for (auto _ : state) body(worker);
  });
  state.SetItemsProcessed(state.iterations() * joins);
}

void nested(benchmark::State& state) {
  on_one_worker(state, kJoins, [](Worker& worker) { benchmark::DoNotOptimize(fib(worker, kNumber)); });
}
BENCHMARK(nested)->Name("pool/join/nested")->MeasureProcessCPUTime()->UseRealTime();

void alone(benchmark::State& state) {
  on_one_worker(state, 1, [](Worker& worker) {
    (void)vigil::join(
        worker, [&] { benchmark::DoNotOptimize(&worker); }, [&] { benchmark::DoNotOptimize(&worker); });
  });
}
BENCHMARK(alone)->Name("pool/join/alone")->MeasureProcessCPUTime()->UseRealTime();

void isolated(benchmark::State& state) {
  on_one_worker(state, kJoins, [](Worker& worker) {
    benchmark::DoNotOptimize(vigil::isolate(worker, [&] { return fib(worker, kNumber); }));
  });
}
BENCHMARK(isolated)->Name("pool/join/isolated")->MeasureProcessCPUTime()->UseRealTime();

void by_futures(benchmark::State& state) {
  on_one_worker(state, kJoins, [](Worker& worker) { benchmark::DoNotOptimize(fib_by_futures(worker, kNumber)); });
}
BENCHMARK(by_futures)->Name("pool/join/by_futures")->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
