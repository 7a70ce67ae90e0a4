// What a scope costs: empty, with one task, and with so many that only spawning counts. Items are tasks.

#include <benchmark/benchmark.h>
#include <vigil/pool/scope.hpp>

#include <cstddef>
#include <cstdint>

namespace {

using vigil::ThreadPool;
using Worker = ThreadPool::Worker;

// The scopes of one worker that no other worker disturbs.
template <class Body>
void scopes(benchmark::State& state, std::int64_t tasks, Body body) {
  ThreadPool pool({.workers = 1});
  pool.call([&](Worker& worker) {
    for (auto _ : state) vigil::scope(worker, [&](auto& scope) { body(worker, scope); });
  });
  state.SetItemsProcessed(state.iterations() * tasks);
}

void empty(benchmark::State& state) {
  scopes(state, 0, [](Worker&, auto&) {});
}
BENCHMARK(empty)->Name("pool/scope/empty")->MeasureProcessCPUTime()->UseRealTime();

void one_task(benchmark::State& state) {
  scopes(state, 1,
         [](Worker& worker, auto& scope) { scope.spawn(worker, [&scope] { benchmark::DoNotOptimize(&scope); }); });
}
BENCHMARK(one_task)->Name("pool/scope/one_task")->MeasureProcessCPUTime()->UseRealTime();

// Ten thousand tasks that do next to nothing.
void tasks(benchmark::State& state) {
  constexpr int kTasks = 10'000;
  ThreadPool pool({.workers = static_cast<std::size_t>(state.range(0))});
  for (auto _ : state) {
    pool.call([](Worker& worker) {
      vigil::scope(worker, [&](auto& scope) {
        for (int i = 0; i != kTasks; ++i) scope.spawn(worker, [i] { benchmark::DoNotOptimize(i); });
      });
    });
  }
  state.SetItemsProcessed(state.iterations() * kTasks);
}
BENCHMARK(tasks)->Name("pool/scope/tasks")->Arg(1)->Arg(2)->ArgName("workers")->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
