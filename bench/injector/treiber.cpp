// What leaving a job and finding one costs. The counter `xadd` is the time of one operation in units of a `lock xadd`
// that was measured just before and just after it: the figure to quote, because it moves less between machines.

#include <vigil/injector/treiber.hpp>

#include "injector/alternatives.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <thread>
#include <vector>

namespace {

using vigil::injector_bench::CachedChainQueue;
using vigil::injector_bench::LockedDeque;

class Treiber {
 public:
  struct Job : vigil::InjectorNode<> {};

  void push(Job& job) { injector_.push(job); }
  Job* pop() {
    const auto result = injector_.pop();
    return result.is_success() ? result.job() : nullptr;
  }
  [[nodiscard]] bool is_empty() const { return injector_.is_empty(); }

 private:
  vigil::TreiberInjector<Job> injector_;
};

// Processor time, so that other processes on the machine do not count.
double processor_ns() { return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC); }

double xadd_ns() {
  alignas(vigil::kCacheLine) static std::atomic<std::uint64_t> word{0};
  constexpr int kTimes = 200'000;
  std::array<double, 5> samples{};
  for (double& sample : samples) {
    const double begin = processor_ns();
    for (int i = 0; i != kTimes; ++i) benchmark::DoNotOptimize(word.fetch_add(1, std::memory_order_seq_cst));
    sample = (processor_ns() - begin) / kTimes;
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

// Runs `operation` as often as the benchmark asks, and reports it beside `lock xadd`.
template <class Operation>
void beside_xadd(benchmark::State& state, Operation operation) {
  const double before = xadd_ns();
  const double begin = processor_ns();
  for (auto _ : state) operation();
  const double each = (processor_ns() - begin) / static_cast<double>(std::max<std::int64_t>(state.iterations(), 1));
  state.counters["xadd"] = each / ((before + xadd_ns()) / 2);
}

template <class Queue>
void pair(benchmark::State& state) {
  Queue queue;
  typename Queue::Job job;
  beside_xadd(state, [&] {
    queue.push(job);
    benchmark::DoNotOptimize(queue.pop());
  });
}

// The same with both operations as calls, as they are where a pool keeps them in one place.
template <class Queue>
[[gnu::noinline]] void push_called(Queue& queue, typename Queue::Job& job) {
  queue.push(job);
}
template <class Queue>
[[gnu::noinline]] typename Queue::Job* pop_called(Queue& queue) {
  return queue.pop();
}
template <class Queue>
void pair_called(benchmark::State& state) {
  Queue queue;
  typename Queue::Job job;
  beside_xadd(state, [&] {
    push_called(queue, job);
    benchmark::DoNotOptimize(pop_called(queue));
  });
}

// With a job below that stays: the case that push does not guess.
template <class Queue>
void pair_above_another(benchmark::State& state) {
  Queue queue;
  typename Queue::Job lowest;
  typename Queue::Job job;
  queue.push(lowest);
  beside_xadd(state, [&] {
    queue.push(job);
    benchmark::DoNotOptimize(queue.pop());
  });
}

template <class Queue>
void empty_pop(benchmark::State& state) {
  Queue queue;
  beside_xadd(state, [&] { benchmark::DoNotOptimize(queue.pop()); });
}

template <class Queue>
void is_empty(benchmark::State& state) {
  Queue queue;
  beside_xadd(state, [&] { benchmark::DoNotOptimize(queue.is_empty()); });
}

constexpr std::size_t kBatch = 4096;

template <class Queue>
void push(benchmark::State& state) {
  Queue queue;
  std::vector<typename Queue::Job> jobs(kBatch);
  while (state.KeepRunningBatch(kBatch)) {
    for (auto& job : jobs) queue.push(job);
    state.PauseTiming();
    while (queue.pop() != nullptr) {
    }
    state.ResumeTiming();
  }
}

template <class Queue>
void pop(benchmark::State& state) {
  Queue queue;
  std::vector<typename Queue::Job> jobs(kBatch);
  while (state.KeepRunningBatch(kBatch)) {
    state.PauseTiming();
    for (auto& job : jobs) queue.push(job);
    state.ResumeTiming();
    while (queue.pop() != nullptr) {
    }
  }
}

// A chain of sixteen jobs, per job.
void push_chain(benchmark::State& state) {
  using Injector = vigil::TreiberInjector<Treiber::Job>;
  constexpr std::size_t kChain = 16;
  Injector injector;
  std::vector<Treiber::Job> jobs(kBatch);
  while (state.KeepRunningBatch(kBatch)) {
    for (std::size_t first = 0; first != kBatch; first += kChain) {
      Injector::Chain chain;
      for (std::size_t i = 0; i != kChain; ++i) chain.add(jobs[first + i]);
      injector.push(chain);
    }
    state.PauseTiming();
    while (injector.pop().is_success()) {
    }
    state.ResumeTiming();
  }
}

// A producer pushes a batch while the measured thread pops it, per job.
template <class Queue>
void producer_and_consumer(benchmark::State& state) {
  Queue queue;
  std::vector<typename Queue::Job> jobs(kBatch);
  std::atomic<int> asked{0};
  std::thread producer([&] {
    for (int done = 0;;) {
      const int wanted = asked.load(std::memory_order_acquire);
      if (wanted < 0) return;
      if (wanted == done) {
        std::this_thread::yield();
        continue;
      }
      done = wanted;
      for (auto& job : jobs) queue.push(job);
    }
  });
  while (state.KeepRunningBatch(kBatch)) {
    asked.fetch_add(1, std::memory_order_release);
    for (std::size_t popped = 0; popped != kBatch;) popped += queue.pop() != nullptr ? 1 : 0;
  }
  asked.store(-1, std::memory_order_release);
  producer.join();
}

// Each of two threads pushes one and pops one, whichever.
template <class Queue>
void mixed(benchmark::State& state) {
  static Queue queue;
  static std::array<typename Queue::Job, 2> jobs;
  typename Queue::Job* own = &jobs[static_cast<std::size_t>(state.thread_index())];
  for (auto _ : state) {
    queue.push(*own);
    do own = queue.pop();
    while (own == nullptr);
  }
}

BENCHMARK(pair<Treiber>)->Name("injector/treiber/pair");
BENCHMARK(pair_called<Treiber>)->Name("injector/treiber/pair_not_inlined");
BENCHMARK(pair_above_another<Treiber>)->Name("injector/treiber/pair_above_another");
BENCHMARK(push<Treiber>)->Name("injector/treiber/push");
BENCHMARK(pop<Treiber>)->Name("injector/treiber/pop");
BENCHMARK(empty_pop<Treiber>)->Name("injector/treiber/empty_pop");
BENCHMARK(is_empty<Treiber>)->Name("injector/treiber/is_empty");
BENCHMARK(push_chain)->Name("injector/treiber/push_chain");
BENCHMARK(producer_and_consumer<Treiber>)->Name("injector/treiber/producer_and_consumer")->UseRealTime();
BENCHMARK(mixed<Treiber>)->Name("injector/treiber/mixed")->Threads(2)->UseRealTime();

BENCHMARK(pair<CachedChainQueue>)->Name("injector/cached_chain/pair");
BENCHMARK(pair_called<CachedChainQueue>)->Name("injector/cached_chain/pair_not_inlined");
BENCHMARK(pair_above_another<CachedChainQueue>)->Name("injector/cached_chain/pair_above_another");
BENCHMARK(push<CachedChainQueue>)->Name("injector/cached_chain/push");
BENCHMARK(pop<CachedChainQueue>)->Name("injector/cached_chain/pop");
BENCHMARK(empty_pop<CachedChainQueue>)->Name("injector/cached_chain/empty_pop");
BENCHMARK(is_empty<CachedChainQueue>)->Name("injector/cached_chain/is_empty");
BENCHMARK(producer_and_consumer<CachedChainQueue>)->Name("injector/cached_chain/producer_and_consumer")->UseRealTime();
BENCHMARK(mixed<CachedChainQueue>)->Name("injector/cached_chain/mixed")->Threads(2)->UseRealTime();

BENCHMARK(pair<LockedDeque>)->Name("injector/mutex_deque/pair");
BENCHMARK(pair_called<LockedDeque>)->Name("injector/mutex_deque/pair_not_inlined");
BENCHMARK(pair_above_another<LockedDeque>)->Name("injector/mutex_deque/pair_above_another");
BENCHMARK(push<LockedDeque>)->Name("injector/mutex_deque/push");
BENCHMARK(pop<LockedDeque>)->Name("injector/mutex_deque/pop");
BENCHMARK(empty_pop<LockedDeque>)->Name("injector/mutex_deque/empty_pop");
BENCHMARK(is_empty<LockedDeque>)->Name("injector/mutex_deque/is_empty");
BENCHMARK(producer_and_consumer<LockedDeque>)->Name("injector/mutex_deque/producer_and_consumer")->UseRealTime();
BENCHMARK(mixed<LockedDeque>)->Name("injector/mutex_deque/mixed")->Threads(2)->UseRealTime();

}  // namespace
