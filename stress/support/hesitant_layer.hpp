#pragma once

#include "layer.hpp"
#include "random_delays.hpp"

#include <vigil/atomics/hesitant_atomics.hpp>

#include <functional>
#include <thread>

namespace vigil::stress {

// Random delays as between calls, but inside them.
struct RandomlyDelayed {
  static void perhaps() {
    thread_local RandomDelays delays(std::hash<std::thread::id>()(std::this_thread::get_id()));
    delays.perhaps();
  }
};

using HesitantLayer = HesitantAtomics<RandomlyDelayed, Layer>;

}  // namespace vigil::stress
