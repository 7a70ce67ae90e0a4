// What a latch that counts costs without a sleeping waiter. `xadds`: how many `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/latch/count_latch.hpp>

#include "sleep/beside_xadd.hpp"

namespace {

using vigil::CountLatch;
using vigil::bench::beside_xadd;

void probe(benchmark::State& state) {
  CountLatch<> latch(1);
  beside_xadd(state, [&] { benchmark::DoNotOptimize(latch.probe()); });
}
BENCHMARK(probe)->Name("latch/count_latch/probe");

void count_up_and_down(benchmark::State& state) {
  CountLatch<> latch(1);
  beside_xadd(state, [&] {
    latch.count_up();
    latch.count_down();
  });
}
BENCHMARK(count_up_and_down)->Name("latch/count_latch/count_up_and_down");

// The whole life of a latch that its waiter finds open.
void count_down_before_wait(benchmark::State& state) {
  beside_xadd(state, [] {
    CountLatch<> latch(1);
    benchmark::DoNotOptimize(&latch);
    latch.count_down();
    latch.wait();
  });
}
BENCHMARK(count_down_before_wait)->Name("latch/count_latch/count_down_before_wait");

}  // namespace
