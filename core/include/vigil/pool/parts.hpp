#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/latch/lock_latch.hpp>
#include <vigil/pool/thread_pool_tables.hpp>
#include <vigil/pool/xorshift64_star.hpp>
#include <vigil/sleep/sleep.hpp>

#include <atomic>

namespace vigil {

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
