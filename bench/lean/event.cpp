// What an Event costs: a token that no thread waits for, and one that passes between two threads. `xadds`: how many
// `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/lean/event.hpp>

#include "sleep/beside_xadd.hpp"

#include <atomic>
#include <semaphore>
#include <thread>

namespace {

using vigil::bench::beside_xadd;
using vigil::lean::Event;

// No thread is blocked, and the token is there already.
void notify_with_token(benchmark::State& state) {
  static Event<> event;
  beside_xadd(state, [] { event.notify(); });
  state.counters["xadds"].flags = benchmark::Counter::kAvgThreads;
}
BENCHMARK(notify_with_token)->Name("lean/event/notify_with_token")->ThreadRange(1, 2)->UseRealTime();

// One thread leaves the token and takes it.
void notify_and_take(benchmark::State& state) {
  Event<> event;
  beside_xadd(state, [&] {
    event.notify();
    benchmark::DoNotOptimize(event.wait());
  });
}
BENCHMARK(notify_and_take)->Name("lean/event/notify_and_take");

// `there` and `back` wake the other thread and this one. `Signal` has post() and wait().
template <class Signal>
void round_trip(benchmark::State& state) {
  Signal there;
  Signal back;
  std::atomic<bool> is_over{false};
  std::thread other([&] {
    for (;;) {
      there.wait();
      if (is_over.load(std::memory_order_relaxed)) return;
      back.post();
    }
  });
  for (auto _ : state) {
    there.post();
    back.wait();
  }
  is_over.store(true, std::memory_order_relaxed);
  there.post();
  other.join();
}

struct ByEvent {
  void post() { event.notify(); }
  void wait() { benchmark::DoNotOptimize(event.wait()); }
  Event<> event;
};
BENCHMARK(round_trip<ByEvent>)->Name("lean/event/round_trip")->UseRealTime();

struct BySemaphore {
  void post() { semaphore.release(); }
  void wait() { semaphore.acquire(); }
  std::binary_semaphore semaphore{0};
};
BENCHMARK(round_trip<BySemaphore>)->Name("lean/event/baseline/semaphore_round_trip")->UseRealTime();

}  // namespace
