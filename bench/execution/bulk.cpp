// What a bulk operation on a pool costs beside parallel_for and beside the loop alone. The three are measured in turn.
//
//   bulk           sync_wait(schedule(scheduler) | bulk(size, …))
//   of_for         the median of the ratios of bulk to parallel_for, on the same pool
//   of_sequential  the same beside the loop without a pool
//
// Small calls show what the calls of a piece cost, few calls what an operation costs from the call to its end.

#include <benchmark/benchmark.h>
#include <vigil/execution/execution.hpp>
#include <vigil/parallel/parallel_for.hpp>
#include <vigil/pool/scheduler.hpp>

#include <cmath>
#include <comparison/samples.hpp>
#include <cstddef>
#include <vector>

namespace {

namespace ex = vigil::execution;
using vigil::comparison::Enough;
using vigil::comparison::Samples;
using vigil::comparison::wall_ns;

double small(double x) { return x + 1.0; }
double costly(double x) { return std::sqrt(std::sin(x) + 2.0); }

template <class Code>
double ns_of(const Code& code) {
  const double begin = wall_ns();
  code();
  return wall_ns() - begin;
}

template <double (*kCall)(double)>
void bulk(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  vigil::ThreadPool pool({.workers = static_cast<std::size_t>(state.range(1))});
  const auto scheduler = vigil::scheduler_of(pool);
  std::vector<double> values(size, 1.0);
  const auto call = [&values](std::size_t i) { values[i] = kCall(values[i]); };
  Samples each, of_for, of_sequential;
  for (auto _ : state)
    for (Enough enough(100); enough.wants_another();) {
      const double bulk = ns_of([&] { (void)ex::sync_wait(ex::schedule(scheduler) | ex::bulk(size, call)); });
      const double loop = ns_of([&] { vigil::parallel_for(pool, size, call); });
      const double sequential = ns_of([&] {
        for (std::size_t i = 0; i != size; ++i) call(i);
        benchmark::ClobberMemory();
      });
      each.add(bulk);
      of_for.add(bulk / loop);
      of_sequential.add(bulk / sequential);
    }
  state.counters["us"] = each.median() * 1e-3;
  state.counters["of_for"] = of_for.median();
  state.counters["of_sequential"] = of_sequential.median();
}

template <double (*kCall)(double)>
bool add(const char* name) {
  benchmark::RegisterBenchmark(name, &bulk<kCall>)
      ->ArgsProduct({{1, 100, 10'000, 1'000'000}, {1, 2}})
      ->ArgNames({"size", "workers"})
      ->Iterations(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  return true;
}

[[maybe_unused]] const bool added = add<small>("execution/bulk/small") && add<costly>("execution/bulk/costly");

}  // namespace
