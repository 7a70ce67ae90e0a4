// What a join costs: fib without cutoff, where a call does nothing else. Items are joins.

#include <benchmark/benchmark.h>
#include <vigil/pool/thread_pool.hpp>

#include <cstddef>
#include <cstdint>

namespace {

using vigil::Future;
using vigil::ThreadPool;
using Worker = ThreadPool::Worker;

constexpr int kNumber = 27;
constexpr std::int64_t kResult = 196'418;
// One for each number above 1 in the tree of calls.
constexpr std::int64_t kJoins = 317'810;

std::int64_t sequential(int n) { return n < 2 ? n : sequential(n - 1) + sequential(n - 2); }

std::int64_t by_join(Worker& worker, int n) {
  if (n < 2) return n;
  const auto [a, b] = vigil::join(
      worker, [n](Worker& other) { return by_join(other, n - 1); },
      [n](Worker& other) { return by_join(other, n - 2); });
  return a + b;
}

std::int64_t by_hand(Worker& worker, int n) {
  if (n < 2) return n;
  Future<int, std::int64_t> second;
  second.fork<&by_hand>(worker, n - 2);
  const std::int64_t first = by_hand(worker, n - 1);
  return first + second.join<&by_hand>(worker);
}

void report(benchmark::State& state, std::int64_t result) {
  if (result != kResult) state.SkipWithError("a wrong result");
  state.SetItemsProcessed(state.iterations() * kJoins);
}

void without_joins(benchmark::State& state) {
  std::int64_t result = kResult;
  for (auto _ : state) {
    int number = kNumber;
    benchmark::DoNotOptimize(number);
    result = sequential(number);
    benchmark::DoNotOptimize(result);
  }
  report(state, result);
}
BENCHMARK(without_joins)->Name("pool/join/fib_sequential");

template <std::int64_t (*kFib)(Worker&, int)>
void on_pool(benchmark::State& state) {
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(0))});
  std::int64_t result = kResult;
  for (auto _ : state) result = pool.call([](Worker& worker) { return kFib(worker, kNumber); });
  report(state, result);
}
BENCHMARK(on_pool<by_join>)->Name("pool/join/fib")->Arg(1)->Arg(2)->ArgName("workers")->UseRealTime();
BENCHMARK(on_pool<by_hand>)->Name("pool/join/fib_by_hand")->Arg(1)->Arg(2)->ArgName("workers")->UseRealTime();

// A call from outside, one after the other: leave it, wake a worker, be woken.
void lone_call(benchmark::State& state) {
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(0))});
  for (auto _ : state) benchmark::DoNotOptimize(pool.call([] { return 7; }));
}
BENCHMARK(lone_call)->Name("pool/call/lone")->Arg(1)->Arg(2)->ArgName("workers")->UseRealTime();

}  // namespace
