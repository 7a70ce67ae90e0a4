// What the owner and the setter of a latch pay. `xadds`: how many `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/latch/core_latch.hpp>

#include "sleep/beside_xadd.hpp"

namespace {

using vigil::CoreLatch;
using vigil::bench::beside_xadd;

void probe(benchmark::State& state) {
  CoreLatch<> latch;
  beside_xadd(state, [&] { benchmark::DoNotOptimize(latch.probe()); });
}
BENCHMARK(probe)->Name("latch/core_latch/probe");

void refused(benchmark::State& state) {
  CoreLatch<> latch;
  (void)latch.set();
  beside_xadd(state, [&] { benchmark::DoNotOptimize(latch.get_sleepy()); });
}
BENCHMARK(refused)->Name("latch/core_latch/get_sleepy_when_set");

void set(benchmark::State& state) {
  CoreLatch<> latch;
  beside_xadd(state, [&] { benchmark::DoNotOptimize(latch.set()); });
}
BENCHMARK(set)->Name("latch/core_latch/set");

void set_and_reset(benchmark::State& state) {
  CoreLatch<> latch;
  beside_xadd(state, [&] {
    benchmark::DoNotOptimize(latch.set());
    latch.reset();
  });
}
BENCHMARK(set_and_reset)->Name("latch/core_latch/set_and_reset");

// get_sleepy, fall_asleep, wake_up: what a sleep costs the latch.
void asleep_and_awake(benchmark::State& state) {
  CoreLatch<> latch;
  beside_xadd(state, [&] {
    benchmark::DoNotOptimize(latch.get_sleepy());
    benchmark::DoNotOptimize(latch.fall_asleep());
    latch.wake_up();
  });
}
BENCHMARK(asleep_and_awake)->Name("latch/core_latch/get_sleepy_fall_asleep_wake_up");

}  // namespace
