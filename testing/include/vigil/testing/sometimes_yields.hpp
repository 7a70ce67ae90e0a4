#pragma once

#include <cstddef>
#include <functional>
#include <random>
#include <thread>

namespace vigil::testing {

/// The hesitation of threads whose histories are recorded, for HesitantAtomics: yields at one step in four.
///
/// \snippet testing/sometimes_yields.cpp example
struct SometimesYields {
  /// Yields, or does not.
  static void perhaps() {
    thread_local std::minstd_rand random(
        static_cast<unsigned>(std::hash<std::thread::id>()(std::this_thread::get_id())));
    if (random() / 64 % 4 == 0) std::this_thread::yield();
  }
};

}  // namespace vigil::testing
