#pragma once

#include <vigil/atomics/location.hpp>

namespace vigil {

// Holds a mutex of any layer while in scope, as `std::lock_guard` does. A layer that records executions is told the
// line of the guard, not a line inside the standard library.
template <class Mutex>
class LockGuard {
 public:
  explicit LockGuard(Mutex& mutex, [[maybe_unused]] Location location = Location::current())
      : mutex_(mutex), location_(location) {
    if constexpr (requires { mutex.lock(location); })
      mutex_.lock(location_);
    else
      mutex_.lock();
  }
  ~LockGuard() {
    if constexpr (requires(Mutex & mutex, Location location) { mutex.unlock(location); })
      mutex_.unlock(location_);
    else
      mutex_.unlock();
  }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

 private:
  Mutex& mutex_;
  [[maybe_unused]] Location location_;
};

}  // namespace vigil
