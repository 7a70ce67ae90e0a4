// What a latch that is set once costs beside one of a mutex and a condition variable: without a sleeping waiter, and
// with one. `xadds`: how many `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/latch/lock_latch.hpp>
#include <vigil/latch/once_latch.hpp>

#include "sleep/beside_xadd.hpp"

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>

namespace {

using vigil::LockLatch;
using vigil::OnceLatch;
using vigil::SpinWait;
using vigil::bench::beside_xadd;

void probe(benchmark::State& state) {
  OnceLatch<> latch;
  beside_xadd(state, [&] { benchmark::DoNotOptimize(latch.probe()); });
}
BENCHMARK(probe)->Name("latch/once_latch/probe");

// The whole life of a latch that its waiter finds set. A LockLatch: see latch/lock_latch/set_before_wait.
void set_before_wait(benchmark::State& state) {
  beside_xadd(state, [] {
    OnceLatch<> latch;
    benchmark::DoNotOptimize(&latch);
    latch.set();
    latch.wait();
  });
}
BENCHMARK(set_before_wait)->Name("latch/once_latch/set_before_wait");

// Until another thread, which is awake, has set the latch.
template <class Latch, class Wait>
void set_by_another_thread(benchmark::State& state, Wait wait) {
  std::atomic<Latch*> next{nullptr};
  std::atomic<bool> ends{false};
  std::thread setter([&] {
    while (!ends.load(std::memory_order_relaxed)) {
      if (Latch* const latch = next.exchange(nullptr, std::memory_order_acquire))
        latch->set();
      else
        std::this_thread::yield();
    }
  });
  for (auto _ : state) {
    Latch latch;
    next.store(&latch, std::memory_order_release);
    wait(latch);
  }
  ends.store(true, std::memory_order_relaxed);
  setter.join();
}
// The waiter blocks at once, or spins before it blocks.
void once_set_by_another_thread(benchmark::State& state) {
  const auto spins = static_cast<unsigned>(state.range(0));
  set_by_another_thread<OnceLatch<>>(state, [&](OnceLatch<>& latch) { latch.wait(SpinWait<>(spins)); });
}
BENCHMARK(once_set_by_another_thread)
    ->Name("latch/once_latch/set_by_another_thread")
    ->ArgName("doublings")
    ->Arg(0)
    ->Arg(SpinWait<>::kDoublings)
    ->UseRealTime();

void lock_set_by_another_thread(benchmark::State& state) {
  set_by_another_thread<LockLatch<>>(state, [](LockLatch<>& latch) { latch.wait(); });
}
BENCHMARK(lock_set_by_another_thread)
    ->Name("latch/once_latch/baseline/lock_latch/set_by_another_thread")
    ->UseRealTime();

double seconds() {
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// What set takes when the waiter sleeps (the time), and until the waiter runs again (`waiter_ns`, on average). The
// waiter has been asleep for at least 100 µs.
template <class Latch, class Wait>
void wakes_a_sleeper(benchmark::State& state, Wait wait) {
  double until_the_waiter_runs = 0;
  for (auto _ : state) {
    Latch latch;
    std::atomic<bool> waits{false};
    double set_at = 0;
    double runs_at = 0;
    std::thread waiter([&] {
      waits.store(true, std::memory_order_release);
      wait(latch);
      runs_at = seconds();
    });
    while (!waits.load(std::memory_order_acquire)) std::this_thread::yield();
    const double begin = seconds();
    while (seconds() < begin + 100e-6) std::this_thread::yield();
    set_at = seconds();
    latch.set();
    state.SetIterationTime(seconds() - set_at);
    waiter.join();
    until_the_waiter_runs += runs_at - set_at;
  }
  state.counters["waiter_ns"] = benchmark::Counter(until_the_waiter_runs * 1e9, benchmark::Counter::kAvgIterations);
}
void once_wakes_a_sleeper(benchmark::State& state) {
  wakes_a_sleeper<OnceLatch<>>(state, [](OnceLatch<>& latch) { latch.wait(SpinWait<>(0)); });
}
BENCHMARK(once_wakes_a_sleeper)->Name("latch/once_latch/wakes_a_sleeper")->UseManualTime();
void lock_wakes_a_sleeper(benchmark::State& state) {
  wakes_a_sleeper<LockLatch<>>(state, [](LockLatch<>& latch) { latch.wait(); });
}
BENCHMARK(lock_wakes_a_sleeper)->Name("latch/once_latch/baseline/lock_latch/wakes_a_sleeper")->UseManualTime();

}  // namespace
