// What the lean pool takes of memory, which a program of its own finds out.

#include <benchmark/benchmark.h>

#include <array>
#include <comparison/ask.hpp>
#include <vector>

namespace vigil::lean_bench {
namespace {

#ifdef VIGIL_BENCH_LEAN_MEMORY
void memory(benchmark::State& state) {
  static constexpr std::array kCounters{"allocations",  "start_allocations", "scope_allocations", "pool_bytes",
                                        "worker_bytes", "task_bytes",        "stack_bytes",       "resident_bytes"};
  std::vector<double> figures;
  for (auto _ : state) figures = comparison::ask(VIGIL_BENCH_LEAN_MEMORY, kCounters.size());
  for (std::size_t i = 0; i != kCounters.size(); ++i) state.counters[kCounters[i]] = figures[i];
}
BENCHMARK(memory)->Name("lean/memory/vigil-lean")->Iterations(1)->Unit(benchmark::kMillisecond);
#endif

}  // namespace
}  // namespace vigil::lean_bench
