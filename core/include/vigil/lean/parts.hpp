#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/latch/spin_wait.hpp>
#include <vigil/lean/posix_thread.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/throttle.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include <atomic>
#include <cstdint>

namespace vigil::lean {

struct PoolOrders {
  // [lean.enter] performance only: an entry guards nothing by itself.
  Order<"lean.enter"> enter = std::memory_order_relaxed;
  // [lean.refused] performance only: a caller that is refused uses nothing of the pool.
  Order<"lean.refused"> refused = std::memory_order_relaxed;
  // [lean.leave] pairs with [lean.close] and [lean.leave]: the thread that shuts the others down comes after all that
  // have scheduled, and, if it is the last one to leave, after the thread that closed.
  Order<"lean.leave"> leave = std::memory_order_acq_rel;
  // [lean.close] pairs with [lean.leave]: as there.
  Order<"lean.close"> close = std::memory_order_acq_rel;
  // [lean.claim] pairs with [lean.unclaim]: a berth is used again after a start that failed.
  Order<"lean.claim"> claim = std::memory_order_acquire;
  // [lean.unclaim] pairs with [lean.claim]: what the failed start did to the berth was before.
  Order<"lean.unclaim"> unclaim = std::memory_order_release;
  // [lean.known] performance only: a thief that misses a worker misses its tasks, for which it is told again; what it
  // was told for it sees, by [sync.post] and [sync.search].
  Order<"lean.known"> known = std::memory_order_relaxed;
  // [lean.grow] performance only: as [lean.known].
  Order<"lean.grow"> grow = std::memory_order_relaxed;
};
inline constexpr PoolOrders kPoolOrders{};

// Choices that published versions get wrong, and steps that the models must miss. Production code may use the defaults
// only.
struct PoolProtocol {
  // S-51: what comes after the shutdown is refused. Published: it is left where nobody looks any more.
  Choice<"lean_refuse_after_shutdown"> refuse_after_stop = true;
  // S-44: the threads are shut down when nobody is about to schedule. Published: at once.
  Choice<"shut_down_when_empty"> shut_down_when_empty = true;
  // S-54: who schedules on another pool is told from who schedules on its own. Published: any worker pushes into the
  // ring that it has.
  Choice<"lean_know_the_pool"> know_the_pool = true;
  // S-42, S-50: a worker that has filled its ring from elsewhere, or left tasks behind, says so before it runs one.
  Choice<"tell_of_refill"> tell_of_refill = true;
  // S-47: there is a queue for who is no worker, and workers look there.
  Choice<"look_outside"> look_outside = true;
  // S-41: a caller that stands in for a thread is a worker meanwhile: what its tasks schedule is never refused.
  Choice<"stand_in_is_worker"> stand_in_is_worker = true;
};
inline constexpr PoolProtocol kPoolProtocol{};

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
