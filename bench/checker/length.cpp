// What an event costs in executions of different lengths. The same at every length is the limit: each execution repeats
// the events that it shares with the one before.

#include <benchmark/benchmark.h>
#include <vigil/checker.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <ctime>
#include <string>
#include <tuple>

namespace {

using namespace vigil::checker;
using Layer = CheckedAtomics;

constexpr std::size_t kThreads = 4;

// Each thread stores to an atomic of its own and loads its neighbour's, several times.
template <std::memory_order Order, int Rounds>
struct StoresAndLoads {
  static constexpr auto threads() {
    using M = StoresAndLoads;
    return std::tuple{&M::run<0>, &M::run<1>, &M::run<2>, &M::run<3>};
  }
  static constexpr int kEvents = 2 * kThreads * Rounds;

  std::array<Layer::atomic<int>, kThreads> written{
      {Layer::atomic<int>{0}, Layer::atomic<int>{0}, Layer::atomic<int>{0}, Layer::atomic<int>{0}}};

  template <std::size_t Thread>
  void run() {
    for (int round = 1; round <= Rounds; ++round) {
      written[Thread].store(round, Order);
      benchmark::DoNotOptimize(written[(Thread + 1) % kThreads].load(Order));
    }
  }
};
template <int Rounds>
using Relaxed = StoresAndLoads<std::memory_order_relaxed, Rounds>;
template <int Rounds>
using SeqCst = StoresAndLoads<std::memory_order_seq_cst, Rounds>;

// All add to one atomic.
template <int Rounds>
struct Additions {
  static constexpr auto threads() {
    return std::tuple{&Additions::run, &Additions::run, &Additions::run, &Additions::run};
  }
  static constexpr int kEvents = kThreads * Rounds;

  Layer::atomic<int> sum{0};

  void run() {
    for (int round = 1; round <= Rounds; ++round) sum.fetch_add(1, std::memory_order_relaxed);
  }
};

// All take one mutex in turn. What a thread waits for is displaced, and every later lock has to respect it.
template <int Rounds>
struct Locks {
  static constexpr auto threads() { return std::tuple{&Locks::run, &Locks::run, &Locks::run, &Locks::run}; }
  static constexpr int kEvents = 2 * kThreads * Rounds;

  Layer::mutex mutex;

  void run() {
    for (int round = 1; round <= Rounds; ++round) {
      mutex.lock();
      mutex.unlock();
    }
  }
};

// The beginning of a search that nobody could wait for.
template <class M>
void explore(benchmark::State& state) {
  Options options;
  options.most_executions = 20'000;
  double runs = 0;
  const std::clock_t begin = std::clock();
  for (auto _ : state) {
    const Result result = check(code_of<M>(), options);
    runs += static_cast<double>(result.executions + result.blocked);
    if (result.most_events != M::kEvents) state.SkipWithError("another number of events");
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  state.counters["ns_per_event"] = seconds / runs / M::kEvents * 1e9;
  state.counters["executions_per_second"] = runs / seconds;
}

template <template <int> class Program, int... Rounds>
void add(const std::string& name) {
  (benchmark::RegisterBenchmark(
       ("checker/length/" + name + "/" + std::to_string(Program<Rounds>::kEvents) + "_events").c_str(),
       explore<Program<Rounds>>)
       ->Unit(benchmark::kMillisecond),
   ...);
}

const bool kAdded = [] {
  add<Relaxed, 5, 10, 20, 40, 80>("relaxed");
  add<SeqCst, 5, 10, 20, 40, 80>("seq_cst");
  add<Additions, 10, 20, 40, 80, 160>("additions");
  add<Locks, 5, 10, 20, 40, 80>("locks");
  return true;
}();

}  // namespace
