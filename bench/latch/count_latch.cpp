// What a latch that counts costs: without a sleeping waiter, and with one. `xadds`: how many `lock xadd` of the same
// run that is.

#include <benchmark/benchmark.h>
#include <vigil/latch/count_latch.hpp>

#include "sleep/beside_xadd.hpp"

#include <atomic>
#include <thread>

namespace {

using vigil::CountLatch;
using vigil::OnceLatch;
using vigil::SpinWait;
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
void set_before_wait(benchmark::State& state) {
  beside_xadd(state, [] {
    OnceLatch<> latch;
    benchmark::DoNotOptimize(&latch);
    latch.set();
    latch.wait();
  });
}
BENCHMARK(set_before_wait)->Name("latch/once_latch/set_before_wait");

// Until another thread, which is awake, has set the latch. The waiter blocks at once, or spins before it blocks.
void set_by_another_thread(benchmark::State& state) {
  const auto spins = static_cast<unsigned>(state.range(0));
  std::atomic<OnceLatch<>*> next{nullptr};
  std::atomic<bool> ends{false};
  std::thread setter([&] {
    while (!ends.load(std::memory_order_relaxed)) {
      if (OnceLatch<>* const latch = next.exchange(nullptr, std::memory_order_acquire))
        latch->set();
      else
        std::this_thread::yield();
    }
  });
  for (auto _ : state) {
    OnceLatch<> latch;
    next.store(&latch, std::memory_order_release);
    latch.wait(SpinWait<>(spins));
  }
  ends.store(true, std::memory_order_relaxed);
  setter.join();
}
BENCHMARK(set_by_another_thread)
    ->Name("latch/once_latch/set_by_another_thread")
    ->ArgName("doublings")
    ->Arg(0)
    ->Arg(SpinWait<>::kDoublings)
    ->UseRealTime();

}  // namespace
