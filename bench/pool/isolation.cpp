// What an isolation costs: empty, and around a join that no other worker disturbs, beside the join without it.

#include <benchmark/benchmark.h>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/thread_pool.hpp>

namespace {

using vigil::ThreadPool;
using Worker = ThreadPool::Worker;

template <class Body>
void on_one_worker(benchmark::State& state, Body body) {
  ThreadPool pool({.workers = 1});
  pool.call([&](Worker& worker) {
    for (auto _ : state) body(worker);
  });
  state.SetItemsProcessed(state.iterations());
}

void join_two(Worker& worker) {
  (void)vigil::join(
      worker, [&] { benchmark::DoNotOptimize(&worker); }, [&] { benchmark::DoNotOptimize(&worker); });
}

void empty(benchmark::State& state) {
  on_one_worker(state, [](Worker& worker) { vigil::isolate(worker, [&] { benchmark::DoNotOptimize(&worker); }); });
}
BENCHMARK(empty)->Name("pool/isolation/empty")->MeasureProcessCPUTime()->UseRealTime();

void join_inside(benchmark::State& state) {
  on_one_worker(state, [](Worker& worker) { vigil::isolate(worker, [&] { join_two(worker); }); });
}
BENCHMARK(join_inside)->Name("pool/isolation/join_inside")->MeasureProcessCPUTime()->UseRealTime();

void join_outside(benchmark::State& state) { on_one_worker(state, &join_two); }
BENCHMARK(join_outside)->Name("pool/isolation/join_outside")->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
