#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>

namespace vigil {

/// What a thread that is not a worker waits for: a mutex, a condition variable and a flag, on the waiter's own stack.
///
/// A *setter* sets the latch once. Any number of *waiters* wait for it, and the last of them may destroy it at once.
///
/// The setter notifies while it holds the mutex, so its last access to the latch is the unlocking. A waiter locks the
/// mutex after that before it returns. If the setter notified after the unlocking, a waiter that woke up spuriously
/// could see the flag, return and destroy the condition variable before the notification (S-24).
///
/// A waiter that is a worker should wait for a CoreLatch and run other jobs meanwhile.
///
/// \snippet latch/lock_latch.cpp example
/// \tparam Layer the atomics layer.
/// \source Rayon's LockLatch.
template <LockingLayer Layer = StdAtomics>
class LockLatch {
 public:
  /// A latch that is not set.
  LockLatch() = default;
  LockLatch(const LockLatch&) = delete;
  LockLatch& operator=(const LockLatch&) = delete;

  /// Sets the latch and wakes all waiters. The latch may have been destroyed when this returns.
  ///
  /// \threads Any thread.
  /// \progress Blocking: it waits for the mutex, which waiters hold for a few instructions.
  /// \orders What the caller did before happens before the return of each wait.
  void set() {
    const LockGuard lock(mutex_);
    is_set_.set(true);
    condition_.notify_all();
  }

  /// Blocks until the latch is set. Returns at once if it is set already.
  ///
  /// \threads Any thread.
  /// \progress Blocking.
  /// \orders What the setter did before set happens before the return.
  void wait() {
    const LockGuard lock(mutex_);
    Layer::retry([this] {
      if (is_set_.get()) return true;
      condition_.wait(mutex_);
      return false;
    });
  }

 private:
  typename Layer::mutex mutex_{"mutex"};
  typename Layer::condition_variable condition_{"condition"};
  typename Layer::template var<bool> is_set_{false, "is_set"};
};

}  // namespace vigil
