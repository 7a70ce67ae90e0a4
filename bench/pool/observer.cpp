// What an observer costs a pool that gets one call after the other, so that its worker finds no job each time: no
// observer, one that does nothing, and a trace.

#include <benchmark/benchmark.h>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/trace.hpp>

#include <cstddef>

namespace {

using vigil::ThreadPool;

struct Indifferent final : vigil::PoolObserver {
  void becomes(std::size_t, vigil::Activity) noexcept override {}
};

void calls(benchmark::State& state, vigil::PoolObserver* observer) {
  ThreadPool pool({.workers = 1, .observer = observer});
  for (auto _ : state) pool.call([&] { benchmark::DoNotOptimize(&pool); });
  state.SetItemsProcessed(state.iterations());
}

void none(benchmark::State& state) { calls(state, nullptr); }
BENCHMARK(none)->Name("pool/observer/none")->MeasureProcessCPUTime()->UseRealTime();

void indifferent(benchmark::State& state) {
  Indifferent observer;
  calls(state, &observer);
}
BENCHMARK(indifferent)->Name("pool/observer/indifferent")->MeasureProcessCPUTime()->UseRealTime();

void trace(benchmark::State& state) {
  vigil::Trace observer(1);
  calls(state, &observer);
}
BENCHMARK(trace)->Name("pool/observer/trace")->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
