// The cost of each operation of the deque, inlined and as a call, compared with a seq_cst fence, with the minimum that
// any such deque must do, and with a std::deque under a mutex.

#include <vigil/deque/chase_lev.hpp>

#include "deque/measure.hpp"

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

namespace vigil::deque_bench {
namespace {

struct Job {
  int payload = 0;
};
Job some_job;

// The simplest implementation.
class LockedDeque {
 public:
  void push(Job* job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(job);
  }
  MaybeJob<Job*> pop() {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return {};
    Job* const job = jobs_.back();
    jobs_.pop_back();
    return {true, job};
  }
  StealResult<Job*> steal() {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return StealResult<Job*>::empty();
    Job* const job = jobs_.front();
    jobs_.pop_front();
    return StealResult<Job*>::success(job);
  }

 private:
  std::mutex mutex_;
  std::deque<Job*> jobs_;
};

void keep_job(MaybeJob<Job*> job) {
  keep(job.has_value());
  keep(job.value_or(nullptr));
}
void keep_result(StealResult<Job*> result) {
  keep(static_cast<int>(result.status()));
  if (result.is_success()) keep(result.job());
}

using ChaseLev = ChaseLevDeque<Job*>;

template <class Deque>
struct Inlined {
  static void push(Deque& deque) { deque.push(&some_job); }
  static auto pop(Deque& deque) { return deque.pop(); }
  static auto steal(Deque& deque) { return deque.steal(); }
};

template <class Deque>
struct Called {
  [[gnu::noinline]] static void push(Deque& deque) { deque.push(&some_job); }
  [[gnu::noinline]] static auto pop(Deque& deque) { return deque.pop(); }
  [[gnu::noinline]] static auto steal(Deque& deque) { return deque.steal(); }
};

template <class Deque>
void fill(Deque& deque, int jobs) {
  while (deque.pop()) {
  }
  for (int i = 0; i != jobs; ++i) deque.push(&some_job);
}

template <class Deque, template <class> class How>
struct Operations {
  static void push(benchmark::State& state) {
    Deque deque;
    fill(deque, kBatch);
    measure(
        state, [&] { fill(deque, 0); }, [&] { How<Deque>::push(deque); });
  }
  static void pop(benchmark::State& state) {
    Deque deque;
    measure(
        state, [&] { fill(deque, kBatch + 1); }, [&] { keep_job(How<Deque>::pop(deque)); });
  }
  static void steal(benchmark::State& state) {
    Deque deque;
    measure(
        state, [&] { fill(deque, kBatch + 1); }, [&] { keep_result(How<Deque>::steal(deque)); });
  }
  // A push and a pop of a job that is not the only one.
  static void pair(benchmark::State& state) { pair_above(state, 8); }
  // A push and a pop of the only job, for which a thief might compete.
  static void pair_of_last_job(benchmark::State& state) { pair_above(state, 0); }
  static void empty_steal(benchmark::State& state) {
    Deque deque;
    measure(state, [&] { keep_result(How<Deque>::steal(deque)); });
  }
  static void empty_pop(benchmark::State& state) {
    Deque deque;
    measure(state, [&] { keep_job(How<Deque>::pop(deque)); });
  }
  // The same pair while another thread steals without pause. Here the mean is the relevant figure: during the best
  // batch the thief had no processor.
  static void pair_beside_a_thief(benchmark::State& state) {
    Deque deque;
    std::atomic<bool> done{false};
    std::thread thief([&] {
      while (!done.load(std::memory_order_relaxed)) keep_result(deque.steal());
    });
    measure(state, [&] {
      How<Deque>::push(deque);
      keep_job(How<Deque>::pop(deque));
    });
    done.store(true, std::memory_order_relaxed);
    thief.join();
  }

 private:
  static void pair_above(benchmark::State& state, int jobs_below) {
    Deque deque;
    fill(deque, jobs_below);
    measure(state, [&] {
      How<Deque>::push(deque);
      keep_job(How<Deque>::pop(deque));
    });
  }
};

// The minimum of a pop with fences: a store, a full fence, a load.
struct Floor {
  alignas(kCacheLine) std::atomic<std::uint64_t> bottom{0};
  alignas(kCacheLine) std::atomic<std::uint64_t> top{0};

  std::uint64_t announce_and_load(std::uint64_t value) {
    bottom.store(value, std::memory_order_release);
    StdAtomics::fence(std::memory_order_seq_cst);
    return top.load(std::memory_order_acquire);
  }
};
[[gnu::noinline]] std::uint64_t call_floor(Floor& floor, std::uint64_t value) { return floor.announce_and_load(value); }
[[gnu::noinline]] bool call_probe(Floor& floor) {
  return floor.bottom.load(std::memory_order_relaxed) == floor.top.load(std::memory_order_relaxed);
}
[[gnu::noinline]] void call_store(Floor& floor, std::uint64_t value) {
  floor.bottom.store(value, std::memory_order_release);
}

void floor_inlined(benchmark::State& state) {
  Floor floor;
  std::uint64_t value = 0;
  measure(state, [&] { keep(floor.announce_and_load(++value)); });
}
void floor_called(benchmark::State& state) {
  Floor floor;
  std::uint64_t value = 0;
  measure(state, [&] { keep(call_floor(floor, ++value)); });
}
// The floor of a pair: the push is at least a call with a store.
void floor_of_pair_called(benchmark::State& state) {
  Floor floor;
  std::uint64_t value = 0;
  measure(state, [&] {
    call_store(floor, ++value);
    keep(call_floor(floor, value));
  });
}

// The floor of an empty probe: a call with two loads.
void floor_of_probe_called(benchmark::State& state) {
  Floor floor;
  measure(state, [&] { keep(call_probe(floor)); });
}

// Not a local variable: clang would see that no other thread can read it, and remove the operations.
std::atomic<std::uint64_t> word{0};

void std_fence(benchmark::State& state) {
  measure(state, [&] {
    word.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  });
}
void layer_fence(benchmark::State& state) {
  measure(state, [&] {
    word.store(1, std::memory_order_relaxed);
    StdAtomics::fence(std::memory_order_seq_cst);
  });
}
void xadd(benchmark::State& state) {
  measure(state, [&] { keep(word.fetch_add(1, std::memory_order_seq_cst)); });
}

BENCHMARK(std_fence)->Name("deque/baseline/store_and_std_fence")->UseManualTime();
BENCHMARK(layer_fence)->Name("deque/baseline/store_and_layer_fence")->UseManualTime();
BENCHMARK(xadd)->Name("deque/baseline/lock_xadd")->UseManualTime();
BENCHMARK(floor_inlined)->Name("deque/baseline/store_fence_load/inlined")->UseManualTime();
BENCHMARK(floor_called)->Name("deque/baseline/store_fence_load/called")->UseManualTime();
BENCHMARK(floor_of_pair_called)->Name("deque/baseline/store_and_store_fence_load/called")->UseManualTime();
BENCHMARK(floor_of_probe_called)->Name("deque/baseline/two_loads/called")->UseManualTime();

using ChaseLevInlined = Operations<ChaseLev, Inlined>;
BENCHMARK(ChaseLevInlined::push)->Name("deque/chase_lev/push/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::pop)->Name("deque/chase_lev/pop/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::pair)->Name("deque/chase_lev/pair/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::pair_of_last_job)->Name("deque/chase_lev/pair_of_last_job/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::steal)->Name("deque/chase_lev/steal/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::empty_steal)->Name("deque/chase_lev/empty_steal/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::empty_pop)->Name("deque/chase_lev/empty_pop/inlined")->UseManualTime();
BENCHMARK(ChaseLevInlined::pair_beside_a_thief)->Name("deque/chase_lev/pair_beside_a_thief/inlined")->UseManualTime();

using ChaseLevCalled = Operations<ChaseLev, Called>;
BENCHMARK(ChaseLevCalled::push)->Name("deque/chase_lev/push/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::pop)->Name("deque/chase_lev/pop/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::pair)->Name("deque/chase_lev/pair/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::pair_of_last_job)->Name("deque/chase_lev/pair_of_last_job/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::steal)->Name("deque/chase_lev/steal/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::empty_steal)->Name("deque/chase_lev/empty_steal/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::empty_pop)->Name("deque/chase_lev/empty_pop/called")->UseManualTime();
BENCHMARK(ChaseLevCalled::pair_beside_a_thief)->Name("deque/chase_lev/pair_beside_a_thief/called")->UseManualTime();

using LockedCalled = Operations<LockedDeque, Called>;
BENCHMARK(LockedCalled::push)->Name("deque/mutex_and_std_deque/push/called")->UseManualTime();
BENCHMARK(LockedCalled::pop)->Name("deque/mutex_and_std_deque/pop/called")->UseManualTime();
BENCHMARK(LockedCalled::pair)->Name("deque/mutex_and_std_deque/pair/called")->UseManualTime();
BENCHMARK(LockedCalled::pair_of_last_job)->Name("deque/mutex_and_std_deque/pair_of_last_job/called")->UseManualTime();
BENCHMARK(LockedCalled::steal)->Name("deque/mutex_and_std_deque/steal/called")->UseManualTime();
BENCHMARK(LockedCalled::empty_steal)->Name("deque/mutex_and_std_deque/empty_steal/called")->UseManualTime();
BENCHMARK(LockedCalled::empty_pop)->Name("deque/mutex_and_std_deque/empty_pop/called")->UseManualTime();
BENCHMARK(LockedCalled::pair_beside_a_thief)
    ->Name("deque/mutex_and_std_deque/pair_beside_a_thief/called")
    ->UseManualTime();

}  // namespace
}  // namespace vigil::deque_bench
