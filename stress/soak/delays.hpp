#pragma once

#include <vigil/atomics/hesitant_atomics.hpp>

#include <vigil/testing/layer.hpp>

#include <cstdint>

namespace vigil::soak {

// Pauses before one operation in so many, by the seed of the round and the number of the thread in it: yields, spins,
// or sleeps for up to 100 microseconds.
class Delays {
 public:
  static void perhaps() {
    if (--left == 0) [[unlikely]]
      pause();
  }
  // A round begins, whose threads draw anew. For the main thread.
  static void begin_round();

 private:
  static void pause();

  static inline constinit thread_local std::uint64_t left = 1;
};

// Core as it ships, and core with delays inside its operations. Under ThreadSanitizer both have fences that it
// understands.
using Shipped = testing::Layer;
using Delayed = HesitantAtomics<Delays, testing::Layer>;

}  // namespace vigil::soak
