#pragma once

#include "shared_by_forks.hpp"

#include <atomic>
#include <cstdint>

namespace vigil::checker {

// Whether a search exchanges threads that threads have started, if they run the same.
//
// A search does not know beforehand whether the program distinguishes such threads. It exchanges them until an
// execution does; then it begins again, and no longer does. All processes that share the search share this too.
class StartedExchange {
 public:
  explicit StartedExchange(bool is_wanted) { set(is_wanted); }

  [[nodiscard]] bool is_on() const { return shared_->is_on.load(std::memory_order_relaxed) != 0; }
  // An execution has distinguished two such threads.
  void contradict() { shared_->is_contradicted.store(1, std::memory_order_relaxed); }
  [[nodiscard]] bool is_contradicted() const { return shared_->is_contradicted.load(std::memory_order_relaxed) != 0; }
  // Before the search begins again.
  void begin_again() {
    if (is_contradicted()) set(false);
  }

  // What is known, in place of what was: for processes that share no memory.
  void set(bool is_on) {
    shared_->is_on.store(is_on ? 1 : 0, std::memory_order_relaxed);
    shared_->is_contradicted.store(0, std::memory_order_relaxed);
  }

 private:
  struct Shared {
    // Words: an exchange of a byte may need a lock, as on RISC-V, and processes do not share locks of the library.
    std::atomic<std::uint32_t> is_on{0}, is_contradicted{0};
  };
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

  SharedByForks<Shared> shared_;
};

}  // namespace vigil::checker
