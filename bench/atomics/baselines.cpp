// The cost of the machine's own operations. The other benchmarks are quoted as ratios to these, from the same run.

#include <benchmark/benchmark.h>
#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

namespace {

alignas(vigil::kCacheLine) std::atomic<std::uint64_t> word{0};

void relaxed_load(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(word.load(std::memory_order_relaxed));
}
BENCHMARK(relaxed_load)->Name("atomics/relaxed_load");

void relaxed_store(benchmark::State& state) {
  std::uint64_t value = 0;
  for (auto _ : state) word.store(++value, std::memory_order_relaxed);
}
BENCHMARK(relaxed_store)->Name("atomics/relaxed_store");

void fetch_add(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(word.fetch_add(1, std::memory_order_seq_cst));
}
BENCHMARK(fetch_add)->Name("atomics/lock_xadd");

void exchange(benchmark::State& state) {
  std::uint64_t value = 0;
  for (auto _ : state) benchmark::DoNotOptimize(word.exchange(++value, std::memory_order_seq_cst));
}
BENCHMARK(exchange)->Name("atomics/xchg");

void compare_exchange(benchmark::State& state) {
  std::uint64_t seen = word.load(std::memory_order_relaxed);
  for (auto _ : state) {
    word.compare_exchange_strong(seen, seen + 1, std::memory_order_seq_cst, std::memory_order_relaxed);
    ++seen;
  }
}
BENCHMARK(compare_exchange)->Name("atomics/compare_exchange");

void std_fence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
void layer_fence() { vigil::StdAtomics::fence(std::memory_order_seq_cst); }

// A call stores its return address just before the fence, and the fence may have to wait for that store.
[[gnu::noinline]] void std_fence_called() { std_fence(); }
[[gnu::noinline]] void layer_fence_called() { layer_fence(); }

// In each of these the fence has a store to order: the store of the loop.
template <void (*Fence)()>
void fence_after_a_store(benchmark::State& state) {
  std::uint64_t value = 0;
  for (auto _ : state) {
    word.store(++value, std::memory_order_relaxed);
    Fence();
  }
}
BENCHMARK(fence_after_a_store<std_fence>)->Name("atomics/seq_cst_fence/std");
BENCHMARK(fence_after_a_store<layer_fence>)->Name("atomics/seq_cst_fence/layer");
BENCHMARK(fence_after_a_store<std_fence_called>)->Name("atomics/seq_cst_fence/std_not_inlined");
BENCHMARK(fence_after_a_store<layer_fence_called>)->Name("atomics/seq_cst_fence/layer_not_inlined");

void light_fence() { vigil::StdAtomics::fence_light(std::memory_order_seq_cst); }
void heavy_fence() { vigil::StdAtomics::fence_heavy(std::memory_order_seq_cst); }
BENCHMARK(fence_after_a_store<light_fence>)->Name("atomics/light_fence");
BENCHMARK(fence_after_a_store<heavy_fence>)->Name("atomics/heavy_fence/alone")->UseRealTime();

// The system interrupts another thread that runs.
void heavy_fence_against_a_thread(benchmark::State& state) {
  std::atomic<bool> has_ended{false};
  std::thread other([&] {
    while (!has_ended.load(std::memory_order_relaxed)) {
    }
  });
  fence_after_a_store<heavy_fence>(state);
  has_ended.store(true, std::memory_order_relaxed);
  other.join();
}
BENCHMARK(heavy_fence_against_a_thread)->Name("atomics/heavy_fence/another_runs")->UseRealTime();

// One thread answers the other's number: in each round a cache line moves to the other thread and back.
void ping_pong(benchmark::State& state) {
  static constexpr std::uint64_t kStop = ~std::uint64_t{0};
  struct Line {
    alignas(vigil::kCacheLine) std::atomic<std::uint64_t> value{0};
  };
  Line ping;
  Line pong;
  std::thread partner([&] {
    for (std::uint64_t last = 0;;) {
      const std::uint64_t value = ping.value.load(std::memory_order_acquire);
      if (value == kStop) return;
      if (value == last) continue;
      pong.value.store(last = value, std::memory_order_release);
    }
  });
  std::uint64_t round = 0;
  for (auto _ : state) {
    ping.value.store(++round, std::memory_order_release);
    while (pong.value.load(std::memory_order_acquire) != round) vigil::StdAtomics::relax();
  }
  ping.value.store(kStop, std::memory_order_release);
  partner.join();
  state.SetLabel("round trip");
}
BENCHMARK(ping_pong)->Name("atomics/cache_line_ping_pong")->UseRealTime();

}  // namespace
