#pragma once

#include <vigil/atomics/cache_line.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <thread>
#include <vector>

// What leaving a job and finding one costs, for any queue with `push` and `pop`.
namespace vigil::injector_bench {

// Processor time, so that other processes on the machine do not count.
inline double processor_ns() { return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC); }

inline double xadd_ns() {
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

inline constexpr std::size_t kBatch = 4096;

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

// Two producers push a batch while the measured thread and another one pop half of it each, per job.
template <class Queue>
void two_and_two(benchmark::State& state) {
  Queue queue;
  std::vector<typename Queue::Job> jobs(kBatch);
  std::atomic<int> asked{0};
  std::atomic<int> taken{0};
  const auto each_round = [&asked](auto round) {
    for (int done = 0;;) {
      const int wanted = asked.load(std::memory_order_acquire);
      if (wanted < 0) return;
      if (wanted == done) {
        std::this_thread::yield();
        continue;
      }
      done = wanted;
      round();
    }
  };
  const auto take_half = [&queue] {
    for (std::size_t popped = 0; popped != kBatch / 2;) popped += queue.pop() != nullptr ? 1 : 0;
  };
  const auto push_half = [&](std::size_t first) {
    for (std::size_t i = first; i != first + kBatch / 2; ++i) queue.push(jobs[i]);
  };
  std::thread first_producer([&] { each_round([&] { push_half(0); }); });
  std::thread second_producer([&] { each_round([&] { push_half(kBatch / 2); }); });
  std::thread consumer([&] {
    each_round([&] {
      take_half();
      taken.fetch_add(1, std::memory_order_release);
    });
  });
  for (int round = 1; state.KeepRunningBatch(kBatch); ++round) {
    asked.store(round, std::memory_order_release);
    take_half();
    while (taken.load(std::memory_order_acquire) != round) std::this_thread::yield();
  }
  asked.store(-1, std::memory_order_release);
  first_producer.join();
  second_producer.join();
  consumer.join();
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

}  // namespace vigil::injector_bench
