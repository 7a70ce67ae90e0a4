#pragma once

#include "shared_by_forks.hpp"

#include <atomic>

namespace vigil::checker {

// Whether a search exchanges threads that threads have started, if they run the same.
//
// A search does not know beforehand whether the program distinguishes such threads. It exchanges them until an
// execution does; then it begins again, and no longer does. All processes that share the search share this too.
class StartedExchange {
 public:
  explicit StartedExchange(bool is_wanted) { set(is_wanted); }

  [[nodiscard]] bool is_on() const { return shared_->is_on.load(std::memory_order_relaxed); }
  // An execution has distinguished two such threads.
  void contradict() { shared_->is_contradicted.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_contradicted() const { return shared_->is_contradicted.load(std::memory_order_relaxed); }
  // Before the search begins again.
  void begin_again() {
    if (is_contradicted()) set(false);
  }

  // What is known, in place of what was: for processes that share no memory.
  void set(bool is_on) {
    shared_->is_on.store(is_on, std::memory_order_relaxed);
    shared_->is_contradicted.store(false, std::memory_order_relaxed);
  }

 private:
  struct Shared {
    std::atomic<bool> is_on{false}, is_contradicted{false};
  };
  static_assert(std::atomic<bool>::is_always_lock_free);

  SharedByForks<Shared> shared_;
};

}  // namespace vigil::checker
