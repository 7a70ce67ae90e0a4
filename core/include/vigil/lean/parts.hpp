#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/common/system_process.hpp>
#include <vigil/common/system_thread.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/thread_pool_tables.hpp>
#include <vigil/lean/throttle.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include <atomic>
#include <cstdint>

namespace vigil::lean {

/// What a lean pool is made of. To change a part, derive and declare the member again.
///
/// Models have parts of their own: the same templates, with tables that they can change.
///
/// \snippet lean/parts.cpp example
template <ThreadedLayer PoolLayer>
struct PoolParts {
  /// The layer of all parts.
  using Layer = PoolLayer;
  /// What the pool runs.
  using Task = lean::Task<Layer>;
  /// A worker's own tasks.
  using Ring = RingBuffer<Task>;
  /// A worker's tasks that do not fit into its ring, and the tasks from outside.
  using Queue = TreiberQueue<Task>;
  /// How threads are started, sleep, wake and leave.
  using Throttle = lean::Throttle<Layer>;
  /// A thread of the system.
  using Thread = SystemThread;
  /// What tells the pool that its process was forked, or exits.
  using Process = SystemProcess;
  /// How long a thread spins before it blocks: see SpinWait.
  ///
  /// \{
  static constexpr unsigned kSpinDoublings = SpinWait<Layer>::kDoublings;
  static constexpr unsigned kSpinYields = SpinWait<Layer>::kYields;
  /// \}
  /// The number of threads that a pool has memory for. Its options say how many of them it uses.
  static constexpr std::uint32_t kMostThreads = 64;
  /// The tables of the pool itself.
  ///
  /// \{
  static constexpr const PoolOrders& kOrders = kPoolOrders;
  static constexpr const PoolProtocol& kProtocol = kPoolProtocol;
  /// \}
};

/// What ThreadPool is made of.
using DefaultParts = PoolParts<StdAtomics>;

}  // namespace vigil::lean
