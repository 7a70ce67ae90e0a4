// The cost of each operation of the counters. `xadds` is the same in units of a `lock xadd` of the same run.

#include <benchmark/benchmark.h>
#include <vigil/sleep/atomic_counters.hpp>

#include "sleep/beside_xadd.hpp"

namespace {

using vigil::AtomicCounters;
using vigil::JobsEventCounter;
using vigil::bench::beside_xadd;

void load(benchmark::State& state) {
  AtomicCounters<> counters;
  beside_xadd(state, [&] { benchmark::DoNotOptimize(counters.load()); });
}
BENCHMARK(load)->Name("sleep/atomic_counters/load");

// A post when the last event was also a post: by far the most frequent case.
void toggle_unneeded(benchmark::State& state) {
  AtomicCounters<> counters;
  const auto is_sleepy = [](JobsEventCounter counter) { return counter.is_sleepy(); };
  (void)counters.increment_jobs_event_counter_if(is_sleepy);
  beside_xadd(state, [&] { benchmark::DoNotOptimize(counters.increment_jobs_event_counter_if(is_sleepy)); });
}
BENCHMARK(toggle_unneeded)->Name("sleep/atomic_counters/toggle_unneeded");

// A post after an announcement, or an announcement after a post. No other thread moves the counter here, so the
// operation always moves it.
void toggle(benchmark::State& state) {
  AtomicCounters<> counters;
  const auto always = [](JobsEventCounter) { return true; };
  beside_xadd(state, [&] { benchmark::DoNotOptimize(counters.increment_jobs_event_counter_if(always)); });
}
BENCHMARK(toggle)->Name("sleep/atomic_counters/toggle");

void inactive_and_active(benchmark::State& state) {
  AtomicCounters<> counters;
  beside_xadd(state, [&] {
    counters.add_inactive();
    benchmark::DoNotOptimize(counters.sub_inactive());
  });
}
BENCHMARK(inactive_and_active)->Name("sleep/atomic_counters/add_and_sub_inactive");

void register_and_release(benchmark::State& state) {
  AtomicCounters<> counters;
  counters.add_inactive();
  beside_xadd(state, [&] {
    benchmark::DoNotOptimize(counters.try_add_sleeping(counters.load()));
    counters.sub_sleeping();
  });
}
BENCHMARK(register_and_release)->Name("sleep/atomic_counters/add_and_sub_sleeping");

}  // namespace
