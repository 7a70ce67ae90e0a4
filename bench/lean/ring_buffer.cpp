// What each operation of the ring costs: of one task, inlined and as a call, and of half a ring. Compare with `deque/`,
// whose pop has a fence in place of the ring's compare-exchange.

#include <vigil/lean/ring_buffer.hpp>

#include "deque/measure.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <thread>

namespace vigil::lean_bench {
namespace {

using namespace lean;

using deque_bench::keep;
using deque_bench::measure;
using deque_bench::now_ns;

using Ring = RingBuffer<>;
using Tasks = std::array<Task<>, Ring::kCapacity>;

struct Inlined {
  static bool push(Ring& ring, Task<>& task) { return ring.push(task).is_empty(); }
  static Task<>* pop(Ring& ring) { return ring.pop(); }
};
struct Called {
  [[gnu::noinline]] static bool push(Ring& ring, Task<>& task) { return ring.push(task).is_empty(); }
  [[gnu::noinline]] static Task<>* pop(Ring& ring) { return ring.pop(); }
};

void fill(Ring& ring, Tasks& tasks, std::size_t count) {
  while (ring.pop() != nullptr) {
  }
  for (std::size_t i = 0; i != count; ++i) keep(ring.push(tasks[i]).is_empty());
}

// A push and a pop, with eight tasks between them.
template <class How>
void pair(benchmark::State& state) {
  Ring ring;
  Tasks tasks;
  fill(ring, tasks, 8);
  Task<>* task = &tasks[8];
  measure(state, [&] {
    keep(How::push(ring, *task));
    task = How::pop(ring);
  });
}

template <class How>
void empty_pop(benchmark::State& state) {
  Ring ring;
  measure(state, [&] { keep(How::pop(ring)); });
}

void empty_steal(benchmark::State& state) {
  Ring victim;
  Ring thief;
  measure(state, [&] { keep(static_cast<int>(thief.steal(victim).status())); });
}

// The same pair while another thread steals and runs whatever it can, without a rest. The mean is the figure to read.
void pair_beside_a_thief(benchmark::State& state) {
  Ring ring;
  Task<> task;
  std::atomic<bool> done{false};
  std::thread other([&] {
    Ring own;
    while (!done.load(std::memory_order_relaxed)) {
      keep(static_cast<int>(own.steal(ring).status()));
      while (own.pop() != nullptr) {
      }
    }
  });
  measure(state, [&] {
    keep(Inlined::push(ring, task));
    keep(Inlined::pop(ring));
  });
  done.store(true, std::memory_order_relaxed);
  other.join();
}

// A steal of half of `state.range(0)` tasks. `least_ns` is that of the whole steal in the best batch of rings,
// `per_task_ns` what it comes to for each task.
void steal_half(benchmark::State& state) {
  constexpr std::size_t kRings = 16;
  struct Pair {
    Ring victim;
    Ring thief;
  };
  const auto pairs = std::make_unique<std::array<Pair, kRings>>();
  Tasks tasks;
  const auto size = static_cast<std::size_t>(state.range(0));
  double least = std::numeric_limits<double>::infinity();
  for (auto _ : state) {
    for (Pair& each : *pairs) {
      fill(each.victim, tasks, size);
      fill(each.thief, tasks, 0);
    }
    const double begin = now_ns();
    for (Pair& each : *pairs) keep(each.thief.steal(each.victim).task());
    const double one = (now_ns() - begin) / kRings;
    least = std::min(least, one);
    state.SetIterationTime(one * kRings * 1e-9);
  }
  state.counters["least_ns"] = least;
  const auto stolen = (size + 1) / 2;
  state.counters["per_task_ns"] = least / static_cast<double>(stolen);
}

BENCHMARK(pair<Inlined>)->Name("lean/ring_buffer/pair/inlined")->UseManualTime();
BENCHMARK(pair<Called>)->Name("lean/ring_buffer/pair/called")->UseManualTime();
BENCHMARK(empty_pop<Inlined>)->Name("lean/ring_buffer/empty_pop/inlined")->UseManualTime();
BENCHMARK(empty_pop<Called>)->Name("lean/ring_buffer/empty_pop/called")->UseManualTime();
BENCHMARK(empty_steal)->Name("lean/ring_buffer/empty_steal/inlined")->UseManualTime();
BENCHMARK(pair_beside_a_thief)->Name("lean/ring_buffer/pair_beside_a_thief/inlined")->UseManualTime();
BENCHMARK(steal_half)->Name("lean/ring_buffer/steal_half")->Arg(1)->Arg(16)->Arg(256)->UseManualTime();

}  // namespace
}  // namespace vigil::lean_bench
