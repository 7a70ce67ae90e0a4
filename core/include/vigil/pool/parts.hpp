#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/latch/lock_latch.hpp>
#include <vigil/pool/xorshift64_star.hpp>
#include <vigil/sleep/sleep.hpp>

#include <atomic>

namespace vigil {

struct PoolOrders {
  // [pool.count] performance only: a statistic, written by one thread.
  Order<"pool.count"> count = std::memory_order_relaxed;
  // [pool.enter] performance only: an entry guards nothing by itself; what comes after it is ordered by the injector.
  Order<"pool.enter"> enter = std::memory_order_relaxed;
  // [pool.refused] performance only: a caller that is refused uses nothing of the pool.
  Order<"pool.refused"> refused = std::memory_order_relaxed;
  // [pool.leave] pairs with [pool.close]: the thread that stops the pool, then frees it, comes after all that were in.
  // Acquire, so that the last one to leave passes on what the others did.
  Order<"pool.leave"> leave = std::memory_order_acq_rel;
  // [pool.close] pairs with [pool.leave]: the thread that stops the pool comes after all who had left before it closed.
  Order<"pool.close"> close = std::memory_order_acquire;
};
inline constexpr PoolOrders kPoolOrders{};

// Choices that published versions get wrong, and steps that the models must miss. Production code may use the defaults
// only.
struct PoolProtocol {
  // S-16: stopping the pool waits for all that it has accepted. Published: what is left is dropped.
  Choice<"stop_waits_for_accepted"> stop_waits_for_accepted = true;
  // S-16: what comes after the stop is refused. Published: it is left in the injector, where nobody looks any more.
  Choice<"refuse_after_stop"> refuse_after_stop = true;
  // S-17: every deque is there before the first thread starts. Published: each thread makes its own.
  Choice<"deques_before_threads"> deques_before_threads = true;
  // S-34: if a thread cannot be started, those that run are stopped and joined. Published: they are left.
  Choice<"stop_started_threads"> stop_started_threads = true;
  // S-19: a call from inside runs where it is. Published: it too is left to the workers, of whom one waits for it.
  Choice<"run_inside_calls"> run_inside_calls = true;
  // S-24: a thief knows whom to wake before it sets the latch. Published: it looks into the frame afterwards.
  Choice<"owner_before_latch"> owner_before_latch = true;
  // S-26: a frame that is left by an exception waits for its other branch.
  Choice<"finish_branch_after_exception"> finish_branch_after_exception = true;
  // S-54: who asks for another pool is told from who asks for its own.
  Choice<"know_the_pool"> know_the_pool = true;
  // S-54: a worker that ends a job of another pool is in that pool until it has woken its worker.
  Choice<"stay_in_pool_to_wake"> stay_in_pool_to_wake = true;
};
inline constexpr PoolProtocol kPoolProtocol{};

// What a pool is made of. A model has other parts: the same templates, with tables that it can change.
template <ThreadedLayer A>
struct PoolParts {
  using Layer = A;
  template <class Job>
  using Deque = ChaseLevDeque<Job, A>;
  template <class Job>
  using Injector = TreiberInjector<Job, A>;
  using Sleep = vigil::Sleep<A>;
  using Latch = CoreLatch<A>;
  using CallerLatch = LockLatch<A>;
  // Which victim a thief tries first.
  using Random = XorShift64Star;
  static constexpr const PoolOrders& kOrders = kPoolOrders;
  static constexpr const PoolProtocol& kProtocol = kPoolProtocol;
};

using DefaultParts = PoolParts<StdAtomics>;

}  // namespace vigil
