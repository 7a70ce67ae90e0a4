#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/ring_buffer.hpp>

#include "deque/measure.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>

// What is measured of both queues of the lean pool. Compare with `injector/`, from which anybody may pop at any time.
namespace vigil::lean_bench {

using namespace lean;

template <class Queue>
struct QueueOperations {
  using T = Task<>;
  static constexpr std::size_t kBatch = 16;

  // A push, and a consumer that comes for this one task.
  static void pair(benchmark::State& state) {
    Queue queue;
    T task;
    deque_bench::measure(state, [&] {
      queue.push(task);
      auto consumer = queue.try_consume();
      deque_bench::keep(consumer.pop());
      deque_bench::keep(static_cast<int>(consumer.release()));
    });
  }

  // A push and a pop by a consumer that stays.
  static void pair_of_one_consumer(benchmark::State& state) {
    Queue queue;
    std::array<T, 2> tasks;
    queue.push(tasks[0]);
    auto consumer = queue.try_consume();
    T* task = &tasks[1];
    deque_bench::measure(state, [&] {
      queue.push(*task);
      task = consumer.pop();
    });
    deque_bench::keep(static_cast<int>(consumer.release()));
  }

  static void empty_consume(benchmark::State& state) {
    Queue queue;
    T task;
    queue.push(task);
    auto first = queue.try_consume();
    deque_bench::keep(first.pop());
    deque_bench::keep(static_cast<int>(first.release()));
    deque_bench::measure(state, [&] { deque_bench::keep(static_cast<int>(queue.try_consume().is_empty())); });
  }

  // Sixteen tasks that are linked, pushed in one step, and go to a ring and out of it: `least_ns` is for all of them.
  static void sixteen_by_a_ring(benchmark::State& state) {
    Queue queue;
    RingBuffer<> ring;
    std::array<T, kBatch> tasks;
    deque_bench::measure(state, [&] {
      Batch<T> batch;
      for (T& task : tasks) batch.push(task);
      queue.push(batch);
      deque_bench::keep(ring.consume(queue).task());
      while (T* const task = ring.pop()) deque_bench::keep(task);
    });
  }
};

}  // namespace vigil::lean_bench
