// What a notification costs, and how often it wakes anybody. `xadds`: how many `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/lean/throttle.hpp>

#include "sleep/beside_xadd.hpp"

#include <atomic>
#include <cstdint>
#include <thread>

namespace {

using vigil::bench::beside_xadd;
using vigil::lean::Searcher;
using vigil::lean::SyncSnapshot;
using vigil::lean::SyncState;
using vigil::lean::SyncWord;

constexpr SyncSnapshot<> kBusy = SyncSnapshot<>(0).plus_spawned(1).with_token(true);

// Every thread of the pool is busy, and the token is there: what most notifications of a busy pool find.
void token_is_there(benchmark::State& state) {
  static SyncWord<> word(1, kBusy);
  beside_xadd(state, [&] { benchmark::DoNotOptimize(word.notify(false)); });
  state.counters["xadds"].flags = benchmark::Counter::kAvgThreads;
}
BENCHMARK(token_is_there)->Name("lean/sync_word/notify_with_token")->ThreadRange(1, 2)->UseRealTime();

// The same by an update of the word, without a fence: the other fix of S-43.
void token_is_there_updated(benchmark::State& state) {
  static std::atomic<std::uint32_t> word{kBusy.word()};
  beside_xadd(state, [&] {
    std::uint32_t found = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(found, found, std::memory_order_release, std::memory_order_relaxed)) continue;
    benchmark::DoNotOptimize(found);
  });
  state.counters["xadds"].flags = benchmark::Counter::kAvgThreads;
}
BENCHMARK(token_is_there_updated)->Name("lean/sync_word/notify_with_token_by_update")->ThreadRange(1, 2)->UseRealTime();

// A notification, and the turn of a thread that takes it.
void notify_and_take(benchmark::State& state) {
  SyncWord<> word(1, SyncSnapshot<>(0).plus_spawned(1));
  beside_xadd(state, [&] {
    Searcher self;
    benchmark::DoNotOptimize(word.notify(false));
    benchmark::DoNotOptimize(word.take_turn(self));
  });
}
BENCHMARK(notify_and_take)->Name("lean/sync_word/notify_and_take");

// A thread that goes idle, and is woken: the word alone, without the event.
void sleep_and_wake(benchmark::State& state) {
  SyncWord<> word(1, SyncSnapshot<>(0).plus_spawned(1));
  Searcher self;
  beside_xadd(state, [&] {
    benchmark::DoNotOptimize(word.take_turn(self));
    benchmark::DoNotOptimize(word.notify(false));
    benchmark::DoNotOptimize(word.take_turn(self));
  });
}
BENCHMARK(sleep_and_wake)->Name("lean/sync_word/sleep_notify_take");

// Counts what the throttle asks of its event.
struct CountingEvent : vigil::lean::Event<> {
  static inline std::atomic<std::uint64_t> notifications{0};
  void notify() {
    notifications.fetch_add(1, std::memory_order_relaxed);
    Event<>::notify();
  }
};

// How often a poster wakes the only thread, which takes tasks as fast as it can.
void wakes(benchmark::State& state) {
  constexpr int kTasks = 100'000;
  std::uint64_t notifications = 0;
  for (auto _ : state) {
    vigil::lean::Throttle<vigil::StdAtomics, SyncWord<>, CountingEvent> throttle(1);
    std::atomic<int> tasks{0};
    std::thread worker;
    const auto start = [&] {
      worker = std::thread([&] {
        Searcher self;
        while (throttle.wait(self)) {
          while (tasks.load(std::memory_order_relaxed) > 0) {
            throttle.found(
                self, false, [] { return false; }, [] { return false; });
            tasks.fetch_sub(1, std::memory_order_acquire);
          }
        }
        throttle.leave(self);
      });
      return true;
    };
    CountingEvent::notifications = 0;
    for (int task = 0; task != kTasks; ++task) {
      tasks.fetch_add(1, std::memory_order_release);
      benchmark::DoNotOptimize(throttle.notify(start));
    }
    throttle.shut_down();
    worker.join();
    notifications += CountingEvent::notifications;
  }
  const auto notified = static_cast<double>(state.iterations()) * kTasks;
  state.SetItemsProcessed(static_cast<std::int64_t>(notified));
  state.counters["wakes_per_million"] = static_cast<double>(notifications) / notified * 1e6;
}
BENCHMARK(wakes)->Name("lean/throttle/wakes")->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
