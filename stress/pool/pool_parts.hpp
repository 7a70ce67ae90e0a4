#pragma once

#include <vigil/pool/thread_pool.hpp>

#include <vigil/testing/layer.hpp>

namespace vigil::stress {

using namespace testing;

// The pool as it ships, on the layer that the sanitizer of this build understands.
using Parts = PoolParts<Layer>;
using Pool = BasicThreadPool<Parts>;
using PoolWorker = Pool::Worker;

// Workers that sleep as soon as they can.
inline constexpr SleepRounds kImpatient{.until_sleepy = 0, .until_sleeping = 1};

}  // namespace vigil::stress
