#pragma once

#include <vigil/atomics/location.hpp>

namespace vigil {

/// Holds a mutex while in scope, as `std::lock_guard` does, and works with the mutexes of every layer.
///
/// A layer that records executions is given the line of the guard. With `std::lock_guard` it would record a line of the
/// standard library.
///
/// \snippet atomics/lock_guard.cpp example
template <class Mutex>
class LockGuard {
 public:
  /// Locks the mutex.
  ///
  /// \threads One that does not hold the mutex.
  /// \progress Blocking: waits until the mutex is free.
  /// \orders What other threads did before they unlocked the mutex happens before the return.
  /// \throws std::system_error if the layer's mutex throws it; then the mutex is not locked.
  explicit LockGuard(Mutex& mutex, [[maybe_unused]] Location location = Location::current())
      : mutex_(mutex), location_(location) {
    if constexpr (requires { mutex.lock(location); })
      mutex_.lock(location_);
    else
      mutex_.lock();
  }
  /// Unlocks the mutex.
  ///
  /// \threads The one that made the guard.
  /// \orders What this thread did before happens before what another thread does after it locks the mutex.
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
