#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/common/system_process.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/deque/split.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/latch/once_latch.hpp>
#include <vigil/latch/waiters.hpp>
#include <vigil/pool/pool_thread.hpp>
#include <vigil/pool/task_memory.hpp>
#include <vigil/pool/thread_pool_tables.hpp>
#include <vigil/pool/xorshift64_star.hpp>
#include <vigil/sleep/sleep.hpp>

#include <atomic>
#include <cstddef>

namespace vigil {

/// How a worker takes jobs that callers have left: when it has found no other, whichever the injector gives it.
///
/// A pool with priorities has PriorityIntake in its place.
struct PlainIntake {
  /// Whether the worker chooses among these jobs.
  static constexpr bool kHasPriorities = false;
};

/// What a pool is made of. A model has other parts: the same templates, with tables that it can change.
///
/// \snippet pool/parts.cpp example
/// \tparam PoolLayer the atomics layer.
template <ThreadedLayer PoolLayer>
struct PoolParts {
  /// The atomics layer.
  using Layer = PoolLayer;
  /// The deque of each worker, for jobs that may end in any order.
  template <class Job>
  using Deque = ChaseLevDeque<Job, Layer>;
  /// The deque of each worker for the calls of its joins, with room for four thousand, one in another.
  template <class Call, class Listener>
  using ForkDeque = SplitDeque<Call, std::size_t{1} << 18, Listener, Layer>;
  /// Where the tasks of scopes are: each worker has one.
  using TaskMemory = vigil::TaskMemory<Layer>;
  /// Where callers leave their jobs. Its push may throw std::bad_alloc and nothing else; then the job was not left.
  template <class Job>
  using Injector = TreiberInjector<Job, Layer>;
  /// What each of these jobs carries for the injector: a base of InjectedJob.
  using InjectorLink = InjectorNode<Layer>;
  /// How a worker takes these jobs; each worker has one.
  using Intake = PlainIntake;
  /// What lets workers sleep and wakes them.
  using Sleep = vigil::Sleep<Layer>;
  /// What a worker waits for.
  using Latch = CoreLatch<Layer>;
  /// What a thread that is not a worker waits for.
  using CallerLatch = OnceLatch<Layer>;
  /// What threads that stop the pool wait for, any number of them.
  using CloserLatch = OnceLatch<Layer, Waiters::many>;
  /// How long that thread spins before it blocks. The yields let a worker run that is on the caller's processor.
  static constexpr SpinWait<Layer> kCallerSpin{3, 16};
  /// The same if its job has to wait for a worker that sleeps. To be woken on another processor takes that worker
  /// longer than it pays to spin.
  static constexpr SpinWait<Layer> kSleeperSpin{0, 2};
  /// A thread that the pool starts, with the size of its stack and what it calls; it is joined.
  using Thread = PoolThread<Layer>;
  /// What tells the pool that its process was forked.
  using Process = SystemProcess;
  /// The generator that chooses which victim a thief tries first.
  using Random = XorShift64Star;
  /// The tables.
  /// \{
  static constexpr const PoolOrders& kOrders = kPoolOrders;
  static constexpr const PoolProtocol& kProtocol = kPoolProtocol;
  /// \}
};

/// The parts of a ThreadPool.
using DefaultParts = PoolParts<StdAtomics>;

}  // namespace vigil
