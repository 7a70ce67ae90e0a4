#pragma once

#include <cstdint>
#include <thread>

namespace vigil::testing {

/// A small generator of random numbers for one thread (splitmix64). `std::mt19937` would take longer than the
/// operations under test.
class Random {
 public:
  /// The same seed gives the same numbers.
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// Any number.
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// A number in [0, limit).
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }
  /// True once in `chance` times.
  bool one_in(std::uint64_t chance) { return below(chance) == 0; }

 private:
  std::uint64_t state_;
};

/// Varies the relative timing of threads: mostly no delay, sometimes a short spin, rarely a yield. On a machine with
/// fewer processors than threads, only the yield stops a thread in the middle of an operation.
///
/// \snippet testing/random_delays.cpp example
class RandomDelays {
 public:
  /// For one thread.
  explicit RandomDelays(std::uint64_t seed) : random_(seed) {}

  /// Delays the calling thread, or does not.
  void perhaps() {
    const std::uint64_t dice = random_.below(64);
    if (dice == 0) {
      std::this_thread::yield();
    } else if (dice < 8) {
      for (std::uint64_t i = random_.below(200); i != 0; --i) spin_once();
    }
  }

 private:
  // An access that the optimiser does not remove and sanitizers do not treat as synchronisation.
  void spin_once() { static_cast<void>(*static_cast<volatile int*>(&idle_)); }

  Random random_;
  int idle_ = 0;
};

}  // namespace vigil::testing
