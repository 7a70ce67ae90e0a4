// What the seeds claim of single steps (P1 to P6), for the report to set a measured value beside each. `ns` is the
// median of batches. What they claim of whole calls is in the comparison of pools.

#include <benchmark/benchmark.h>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <array>
#include <atomic>
#include <comparison/others.hpp>
#include <comparison/samples.hpp>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace vigil::pool_bench {
namespace {

using comparison::CountOthers;
using comparison::Enough;
using comparison::Samples;
using comparison::wall_ns;

constexpr int kBatch = 1024;
constexpr int kBatches = 300;

// The median of batches of `operation`, each after a `prepare` that is not timed.
template <class Prepare, class Operation>
void report_batches(benchmark::State& state, Prepare prepare, Operation operation) {
  for (auto _ : state) {
    Samples each;
    for (Enough enough(kBatches); enough.wants_another();) {
      prepare();
      const double begin = wall_ns();
      for (int i = 0; i != kBatch; ++i) operation();
      each.add((wall_ns() - begin) / kBatch);
    }
    state.counters["ns"] = each.median();
    state.counters["least_ns"] = each.least();
  }
}

struct FullDeque {
  int job = 0;
  ChaseLevDeque<int*> deque{2 * kBatch};
  void empty() {
    while (deque.pop()) {
    }
  }
  void fill() {
    empty();
    for (int i = 0; i != kBatch; ++i) deque.push(&job);
  }
};

void push(benchmark::State& state) {
  FullDeque full;
  report_batches(
      state, [&] { full.empty(); }, [&] { full.deque.push(&full.job); });
}

void pop(benchmark::State& state) {
  FullDeque full;
  report_batches(
      state, [&] { full.fill(); }, [&] { benchmark::DoNotOptimize(full.deque.pop().has_value()); });
}

void steal(benchmark::State& state) {
  FullDeque full;
  report_batches(
      state, [&] { full.fill(); }, [&] { benchmark::DoNotOptimize(full.deque.steal().is_success()); });
}

void yield(benchmark::State& state) {
  report_batches(
      state, [] {}, [] { StdAtomics::yield(); });
}

int count_one(std::atomic<unsigned>* ended) {
  ended->fetch_add(1);
  return 1;
}

// A join of a call that a thief has ended already.
void join_stolen(benchmark::State& state) {
  constexpr std::size_t kCalls = 128;
  using Worker = ThreadPool::Worker;
  using Call = Future<std::atomic<unsigned>*, int>;
  ThreadPool pool({.workers = 2});
  for (auto _ : state) {
    Samples each;
    for (Enough enough(kBatches); enough.wants_another();)
      pool.call([&](Worker& worker) {
        std::array<Call, kCalls> calls;
        std::atomic<unsigned> ended = 0;
        for (Call& call : calls) call.fork<&count_one>(worker, &ended);
        while (ended != kCalls) StdAtomics::yield();
        // The last one has counted, and may not have set its latch.
        for (int i = 0; i != 10; ++i) StdAtomics::yield();
        const double begin = wall_ns();
        for (std::size_t i = kCalls; i != 0; --i) benchmark::DoNotOptimize(calls[i - 1].join<&count_one>(worker));
        each.add((wall_ns() - begin) / kCalls);
      });
    state.counters["ns"] = each.median();
    state.counters["least_ns"] = each.least();
  }
}

// From a notification until the notified thread runs.
template <class Sleeper>
void wake(benchmark::State& state) {
  for (auto _ : state) {
    Sleeper sleeper;
    Samples each;
    std::atomic<double> woken = 0;
    std::atomic<bool> stopping = false;
    std::thread thread([&] {
      while (!stopping) {
        sleeper.wait();
        woken = wall_ns();
      }
    });
    for (int i = 0; i != 400; ++i) {
      woken = 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const double begin = wall_ns();
      sleeper.notify();
      while (woken == 0) std::this_thread::yield();
      each.add((woken - begin) * 1e-3);
    }
    stopping = true;
    sleeper.notify();
    thread.join();
    state.counters["p50_us"] = each.median();
    state.counters["p99_us"] = each.quantile(0.99);
  }
}

struct FutexSleeper {
  std::atomic<int> word{0};
  void wait() {
    word.wait(0);
    word = 0;
  }
  void notify() {
    word = 1;
    word.notify_one();
  }
};

struct ConditionSleeper {
  std::mutex mutex;
  std::condition_variable condition;
  bool is_notified = false;
  void wait() {
    std::unique_lock lock(mutex);
    condition.wait(lock, [this] { return is_notified; });
    is_notified = false;
  }
  void notify() {
    {
      const std::lock_guard lock(mutex);
      is_notified = true;
    }
    condition.notify_one();
  }
};

struct SpinningSleeper {
  std::atomic<bool> is_notified{false};
  void wait() {
    while (!is_notified.exchange(false)) {
    }
  }
  void notify() { is_notified = true; }
};

void claim(const char* name, void (*run)(benchmark::State&)) {
  benchmark::RegisterBenchmark((std::string("pool/claims/") + name).c_str(),
                               [run](benchmark::State& state) {
                                 const CountOthers others(state);
                                 run(state);
                               })
      ->Iterations(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
  claim("push", push);
  claim("pop", pop);
  claim("steal", steal);
  claim("yield", yield);
  claim("join_stolen", join_stolen);
  claim("wake_by_futex", wake<FutexSleeper>);
  claim("wake_by_condition", wake<ConditionSleeper>);
  claim("wake_by_spinning", wake<SpinningSleeper>);
  return true;
}();

}  // namespace
}  // namespace vigil::pool_bench
