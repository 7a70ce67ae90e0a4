#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/lean/posix_thread.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/thread_pool_tables.hpp>
#include <vigil/lean/throttle.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include <atomic>
#include <cstdint>

namespace vigil::lean {

// What a lean pool is made of. A model has other parts: the same templates, with tables that it can change.
template <ThreadedLayer A>
struct PoolParts {
  using Layer = A;
  using Task = lean::Task<A>;
  using Ring = RingBuffer<Task>;
  using Queue = TreiberQueue<Task>;
  using Throttle = lean::Throttle<A>;
  using Thread = PosixThread;
  // How long a thread spins before it blocks: see SpinWait.
  static constexpr unsigned kSpinDoublings = SpinWait<A>::kDoublings;
  // A pool has room for as many workers, of which it uses what its options say.
  static constexpr std::uint32_t kMostThreads = 64;
  static constexpr const PoolOrders& kOrders = kPoolOrders;
  static constexpr const PoolProtocol& kProtocol = kPoolProtocol;
};

using DefaultParts = PoolParts<StdAtomics>;

}  // namespace vigil::lean
