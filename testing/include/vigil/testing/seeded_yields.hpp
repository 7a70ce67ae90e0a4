#pragma once

#include <vigil/testing/layer.hpp>
#include <vigil/testing/random_delays.hpp>

#include <vigil/atomics/hesitant_atomics.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

namespace vigil::testing {

/// The hesitation of YieldingLayer: yields before one in `one_in` atomic operations. The choice depends on the seed of
/// the round and the number of the thread in it.
class SeededYields {
 public:
  /// Sets the seed for threads that begin from now on.
  ///
  /// \threads One thread, while no thread uses the layer.
  static void begin_round(std::uint64_t seed, std::uint64_t one_in) {
    round_seed.store(seed, std::memory_order_relaxed);
    yield_chance.store(one_in, std::memory_order_relaxed);
    threads_begun.store(0, std::memory_order_relaxed);
  }

  /// Yields, or does not.
  static void perhaps() {
    thread_local Random random(round_seed.load(std::memory_order_relaxed) * 1'000'003 +
                               threads_begun.fetch_add(1, std::memory_order_relaxed));
    if (random.one_in(yield_chance.load(std::memory_order_relaxed))) std::this_thread::yield();
  }

 private:
  static inline std::atomic<std::uint64_t> round_seed{1};
  static inline std::atomic<std::uint64_t> yield_chance{64};
  static inline std::atomic<std::uint64_t> threads_begun{0};
};

/// The layer of stress tests, with yields that a seed determines.
///
/// \snippet testing/seeded_yields.cpp example
using YieldingLayer = HesitantAtomics<SeededYields, Layer>;

}  // namespace vigil::testing
