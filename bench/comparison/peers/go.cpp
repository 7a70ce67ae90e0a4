// Go in the comparison of lean pools, as the program peers/go/main.go.

#include <benchmark/benchmark.h>

#include <comparison/ask.hpp>
#include <comparison/others.hpp>
#include <string>

namespace vigil::comparison {
namespace {

void ask_go(benchmark::State& state, const std::string& measure) {
  const CountOthers others(state);
  std::vector<double> figures;
  for (auto _ : state) figures = ask(VIGIL_BENCH_GO " " + measure + " " + std::to_string(state.range(0)), 2);
  state.counters["ns"] = figures[0];
  state.counters["least_ns"] = figures[1];
}

[[maybe_unused]] const bool added = [] {
  benchmark::AddCustomContext("version of Go", ask_for_word(VIGIL_BENCH_GO " version"));
  for (const char* const measure : {"tasks", "quicksort"})
    benchmark::RegisterBenchmark(("lean/" + std::string(measure) + "/Go").c_str(), ask_go, measure)
        ->ArgName("workers")
        ->Arg(1)
        ->Arg(2)
        ->Iterations(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace vigil::comparison
