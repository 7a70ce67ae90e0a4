#pragma once

#include <vigil/lean/thread_pool.hpp>

#include <atomic>
#include <cstddef>

namespace vigil::lean_proofs {

using namespace lean;

// The system has so many threads to give.
struct ScarceThread : PosixThread {
  static inline std::atomic<int> left = 0;
  bool start(std::size_t stack_bytes, void (*main)(void*), void* argument) {
    if (left.fetch_sub(1) > 0) return PosixThread::start(stack_bytes, main, argument);
    ++left;
    return false;
  }
};
struct ScarceParts : lean::PoolParts<StdAtomics> {
  using Thread = ScarceThread;
};
using ScarcePool = lean::BasicThreadPool<ScarceParts>;

}  // namespace vigil::lean_proofs
