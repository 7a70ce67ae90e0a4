#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/latch/lock_latch_tables.hpp>

namespace vigil {

// What a thread that is no worker waits for, on its own stack: a mutex, a condition variable, a flag.
//
// The setter notifies while it holds the mutex, so its last access is the unlocking, and a waiter that returns has
// locked the mutex after that. Notifying after the unlocking would touch a condition variable whose waiter, awake for
// no reason, has seen the flag and gone (S-24). Any number of waiters. Blocking.

template <AtomicsLayer A = StdAtomics, const LockLatchProtocol& Protocol = kLockLatchProtocol>
class LockLatch {
 public:
  LockLatch() = default;
  LockLatch(const LockLatch&) = delete;
  LockLatch& operator=(const LockLatch&) = delete;

  // Any thread. The latch may be gone when this returns.
  void set() {
    {
      const LockGuard lock(mutex_);
      is_set_.set(true);
      if (Protocol.notify_under_lock) condition_.notify_all();
    }
    if (!Protocol.notify_under_lock) condition_.notify_all();
  }

  // Blocks until the latch is set. What happened before set happens before the return.
  void wait() {
    const LockGuard lock(mutex_);
    A::retry([this] {
      if (is_set_.get()) return true;
      condition_.wait(mutex_);
      return false;
    });
  }

 private:
  typename A::mutex mutex_{"mutex"};
  typename A::condition_variable condition_{"condition"};
  typename A::template var<bool> is_set_{false, "is_set"};
};

}  // namespace vigil
