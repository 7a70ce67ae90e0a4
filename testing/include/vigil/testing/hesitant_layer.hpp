#pragma once

#include <vigil/testing/layer.hpp>
#include <vigil/testing/random_delays.hpp>

#include <vigil/atomics/hesitant_atomics.hpp>

#include <functional>
#include <thread>

namespace vigil::testing {

// The random delays that tests put between calls, inside the calls.
struct RandomlyDelayed {
  static void perhaps() {
    thread_local RandomDelays delays(std::hash<std::thread::id>()(std::this_thread::get_id()));
    delays.perhaps();
  }
};

using HesitantLayer = HesitantAtomics<RandomlyDelayed, Layer>;

}  // namespace vigil::testing
