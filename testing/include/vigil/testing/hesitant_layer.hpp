#pragma once

#include <vigil/testing/layer.hpp>
#include <vigil/testing/random_delays.hpp>

#include <vigil/atomics/hesitant_atomics.hpp>

#include <functional>
#include <thread>

namespace vigil::testing {

/// The hesitation of HesitantLayer: the random delays that tests put between calls, inside the calls.
struct RandomlyDelayed {
  /// Delays the calling thread, or does not.
  static void perhaps() {
    thread_local RandomDelays delays(std::hash<std::thread::id>()(std::this_thread::get_id()));
    delays.perhaps();
  }
};

/// The layer of stress tests with a random delay before each atomic operation and fence. So threads meet inside
/// operations that are otherwise too short for that.
///
/// \snippet testing/hesitant_layer.cpp example
using HesitantLayer = HesitantAtomics<RandomlyDelayed, Layer>;

}  // namespace vigil::testing
