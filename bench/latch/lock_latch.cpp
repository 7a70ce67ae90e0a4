// What a latch of a mutex and a condition variable costs. `xadds`: how many `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/latch/lock_latch.hpp>

#include "sleep/beside_xadd.hpp"

#include <thread>

namespace {

using vigil::LockLatch;
using vigil::bench::beside_xadd;

// The whole life of a latch that its waiter finds set.
void set_before_wait(benchmark::State& state) {
  beside_xadd(state, [] {
    LockLatch<> latch;
    benchmark::DoNotOptimize(&latch);
    latch.set();
    latch.wait();
  });
}
BENCHMARK(set_before_wait)->Name("latch/lock_latch/set_before_wait");

// A thread that is started, sets the latch for which another thread waits, and ends. The baseline is the same without a
// latch.
void set_by_thread(benchmark::State& state) {
  for (auto _ : state) {
    LockLatch<> latch;
    std::thread setter([&latch] { latch.set(); });
    latch.wait();
    setter.join();
  }
}
BENCHMARK(set_by_thread)->Name("latch/lock_latch/set_by_thread")->UseRealTime();

void thread_alone(benchmark::State& state) {
  for (auto _ : state) std::thread([] {}).join();
}
BENCHMARK(thread_alone)->Name("latch/lock_latch/baseline/thread_alone")->UseRealTime();

}  // namespace
