// What a Throttle costs for each task, and how often it wakes a thread. `xadds`: how many `lock xadd` of the same run
// that is.

#include <benchmark/benchmark.h>
#include <vigil/lean/throttle.hpp>

#include "sleep/beside_xadd.hpp"

#include <atomic>
#include <cstdint>
#include <thread>

namespace {

using vigil::bench::beside_xadd;
using vigil::lean::Event;
using vigil::lean::Searcher;
using vigil::lean::SyncSnapshot;
using vigil::lean::SyncWord;
using vigil::lean::Throttle;

constexpr auto kNothingMore = [] { return false; };
constexpr auto kNoStart = [] { return false; };

// A busy thread takes its next task: it was not woken, and has no token.
void next_task(benchmark::State& state) {
  Throttle<> throttle(1, SyncSnapshot<>(0).plus_spawned(1));
  Searcher self;
  beside_xadd(state, [&] {
    throttle.found(self, false, kNothingMore, kNoStart);
    benchmark::DoNotOptimize(self);
  });
}
BENCHMARK(next_task)->Name("lean/throttle/next_task");

// A thread that is awake takes the token of a new task, and finds the task.
void token_and_task(benchmark::State& state) {
  Throttle<> throttle(1, SyncSnapshot<>(0).plus_spawned(1));
  Searcher self;
  beside_xadd(state, [&] {
    benchmark::DoNotOptimize(throttle.notify(kNoStart));
    benchmark::DoNotOptimize(throttle.wait(self));
    throttle.found(self, false, kNothingMore, kNoStart);
  });
}
BENCHMARK(token_and_task)->Name("lean/throttle/token_and_task");

// A thread that runs `tasks` as they come. Starts when it is called.
template <class ThrottleType>
class Worker {
 public:
  Worker(ThrottleType& throttle, std::atomic<int>& tasks) : throttle_(throttle), tasks_(tasks) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    throttle_.shut_down();
    if (thread_.joinable()) thread_.join();
  }
  bool operator()() {
    thread_ = std::thread([this] {
      Searcher self;
      while (throttle_.wait(self)) {
        while (tasks_.load(std::memory_order_relaxed) > 0) {
          throttle_.found(self, false, kNothingMore, kNoStart);
          tasks_.fetch_sub(1, std::memory_order_acquire);
        }
      }
      throttle_.leave(self);
    });
    return true;
  }

 private:
  ThrottleType& throttle_;
  std::atomic<int>& tasks_;
  std::thread thread_;
};

// From the notification until a thread that was idle has run the task.
void task_for_an_idle_thread(benchmark::State& state) {
  Throttle<> throttle(1);
  std::atomic<int> tasks{0};
  Worker worker(throttle, tasks);
  const auto run_one = [&] {
    tasks.store(1, std::memory_order_release);
    benchmark::DoNotOptimize(throttle.notify([&] { return worker(); }));
    while (tasks.load(std::memory_order_acquire) != 0) std::this_thread::yield();
  };
  run_one();
  for (auto _ : state) {
    state.PauseTiming();
    while (throttle.load().idle() == 0) std::this_thread::yield();
    state.ResumeTiming();
    run_one();
  }
}
BENCHMARK(task_for_an_idle_thread)->Name("lean/throttle/task_for_an_idle_thread")->UseRealTime();

// Counts the notifications of the event.
struct CountingEvent : Event<> {
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
    Throttle<vigil::StdAtomics, SyncWord<>, CountingEvent> throttle(1);
    std::atomic<int> tasks{0};
    CountingEvent::notifications = 0;
    {
      Worker worker(throttle, tasks);
      for (int task = 0; task != kTasks; ++task) {
        tasks.fetch_add(1, std::memory_order_release);
        benchmark::DoNotOptimize(throttle.notify([&] { return worker(); }));
      }
    }
    notifications += CountingEvent::notifications;
  }
  const auto notified = static_cast<double>(state.iterations()) * kTasks;
  state.SetItemsProcessed(static_cast<std::int64_t>(notified));
  state.counters["wakes_per_million"] = static_cast<double>(notifications) / notified * 1e6;
}
BENCHMARK(wakes)->Name("lean/throttle/wakes")->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
