// What a notification of a SyncWord costs. `xadds`: how many `lock xadd` of the same run that is.

#include <benchmark/benchmark.h>
#include <vigil/lean/sync_word.hpp>

#include "sleep/beside_xadd.hpp"

#include <atomic>
#include <cstdint>

namespace {

using vigil::bench::beside_xadd;
using vigil::lean::Searcher;
using vigil::lean::SyncSnapshot;
using vigil::lean::SyncWord;

constexpr SyncSnapshot<> kBusy = SyncSnapshot<>(0).plus_spawned(1).with_token(true);

// Every thread of the pool is busy, and the token is there: what most notifications of a busy pool find.
void token_is_there(benchmark::State& state) {
  static SyncWord<> word(1, kBusy);
  beside_xadd(state, [&] { benchmark::DoNotOptimize(word.notify(false)); });
  state.counters["xadds"].flags = benchmark::Counter::kAvgThreads;
}
BENCHMARK(token_is_there)->Name("lean/sync_word/notify_with_token")->ThreadRange(1, 2)->UseRealTime();

// The same by a read-modify-write of the word, without a fence: the other fix of S-43.
void token_is_there_by_rmw(benchmark::State& state) {
  static std::atomic<std::uint32_t> word{kBusy.word()};
  beside_xadd(state, [&] {
    std::uint32_t found = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(found, found, std::memory_order_release, std::memory_order_relaxed)) continue;
    benchmark::DoNotOptimize(found);
  });
  state.counters["xadds"].flags = benchmark::Counter::kAvgThreads;
}
BENCHMARK(token_is_there_by_rmw)->Name("lean/sync_word/notify_with_token_by_rmw")->ThreadRange(1, 2)->UseRealTime();

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

// A thread becomes idle, and is woken: the word alone, without the event.
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

}  // namespace
