#pragma once

// What the models of the pool have in common: the shipped headers, with tables that a model can change.

#include <vigil/atomics/layer.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

#include <vigil/model/model.hpp>

namespace vigil::models::pools {

// Of the parts that have models of their own only what a join rests on can be changed.
inline ChaseLevOrders deque_orders;
inline SplitOrders fork_orders;
inline CoreLatchOrders latch_orders;
inline TaskMemoryOrders task_memory_orders;
inline PoolOrders orders;
inline PoolProtocol protocol;

// A thief begins with worker 0. With two workers there is one victim. Numbers that never repeat would keep the checker
// from recognising a loop that waits.
struct FromTheFirst {
  explicit FromTheFirst(std::uint64_t) {}
  [[nodiscard]] std::uint64_t below(std::uint64_t) { return 0; }
};

// A thread of the model. Its stack has the size that the checker gives it.
template <ThreadedLayer Layer>
struct LayerThread : Layer::thread {
  template <class Code>
  LayerThread(std::size_t, Code code) : Layer::thread(std::move(code)) {}
};

// In the place of a ProcessWatch. No model forks.
struct OneProcess {
  static constexpr bool begin() { return true; }
  [[nodiscard]] static constexpr bool is_in_child() { return false; }
};

template <ThreadedLayer PartsLayer>
struct Parts {
  using Layer = PartsLayer;
  template <class Job>
  using Deque = ChaseLevDeque<Job, Layer, deque_orders>;
  template <class Call, class Listener>
  using ForkDeque = SplitDeque<Call, 512, Listener, Layer, fork_orders>;
  // Each task is an allocation of its own, so that the checker sees an access to one that has ended.
  using TaskMemory = vigil::TaskMemory<Layer, 0, task_memory_orders>;
  template <class Job>
  using Injector = TreiberInjector<Job, Layer>;
  using InjectorLink = InjectorNode<Layer>;
  using Intake = PlainIntake;
  using Sleep = vigil::Sleep<Layer>;
  using Latch = CoreLatch<Layer, latch_orders>;
  using CallerLatch = OnceLatch<Layer>;
  using CloserLatch = OnceLatch<Layer, Waiters::many>;
  static constexpr SpinWait<Layer> kCallerSpin{0};
  static constexpr SpinWait<Layer> kSleeperSpin{0};
  using Thread = LayerThread<Layer>;
  using Process = OneProcess;
  using Random = FromTheFirst;
  static constexpr const PoolOrders& kOrders = orders;
  static constexpr const PoolProtocol& kProtocol = protocol;
};

// Stands for Sleep where a model does not depend on it: workers that find nothing search again.
template <ThreadedLayer Layer>
class Restless {
 public:
  Restless(std::size_t, SleepRounds) {}

  [[nodiscard]] IdleState start_looking(std::size_t worker, unsigned) { return IdleState{worker}; }
  template <class Latch, class HasInjectedJobs>
  void no_work_found(IdleState&, Latch&, HasInjectedJobs&&) {
    Layer::yield();
  }
  template <class Latch>
  void wait_apart(IdleState&, Latch&) {
    Layer::yield();
  }
  [[nodiscard]] static bool sleeps_next(const IdleState&) { return false; }
  template <class HasWorkLeft>
  void work_found(HasWorkLeft&&) {}
  // As if no worker were idle.
  static IdleWorkers new_injected_jobs(std::uint64_t, bool) { return {}; }
  template <class QueueWasEmpty>
  void new_internal_jobs(std::uint64_t, QueueWasEmpty&&) {}
  template <class Latch>
  void set_latch(Latch& latch, std::size_t) {
    (void)latch.set();
  }
  void notify_latch_set(std::size_t) {}
};

// Stands for OnceLatch, which has models of its own: its announcement multiplies executions.
template <ThreadedLayer Layer>
class SpinningLatch {
 public:
  void set() { is_set_.store(true, std::memory_order_release); }
  void wait(SpinWait<Layer>) {
    (void)is_set_.spin_until([](bool is_set) { return is_set; }, std::memory_order_acquire);
  }

 private:
  typename Layer::template atomic<bool> is_set_{false, "is_set"};
};

template <ThreadedLayer Layer>
struct RestlessParts : Parts<Layer> {
  using Sleep = Restless<Layer>;
  using CallerLatch = SpinningLatch<Layer>;
  using CloserLatch = SpinningLatch<Layer>;
};

// As short as possible: one search for work between the announcement and the sleep, and room for two jobs.
inline constexpr SleepRounds kNoRounds{.until_sleepy = 0, .until_sleeping = 1};
inline constexpr std::size_t kCapacity = 2;

[[nodiscard]] inline PoolOptions options(std::size_t workers, std::size_t nested_calls = kNestedCalls) {
  return {.workers = workers, .rounds = kNoRounds, .deque_capacity = kCapacity, .nested_calls = nested_calls};
}

// Binds the tables of the pool itself.
template <class Draft>
[[nodiscard]] auto with_tables(Draft draft) {
  return std::move(draft).tables(orders, protocol).search(kAtRandom);
}

}  // namespace vigil::models::pools
