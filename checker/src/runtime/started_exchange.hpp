#pragma once

#include <atomic>

namespace vigil::checker {

// Whether a search exchanges threads that threads have started, if they run the same.
//
// A search does not know beforehand whether the program distinguishes such threads. It exchanges them until an
// execution does; then it begins again, and no longer does. All processes that share the search share this too.
class StartedExchange {
 public:
  // Throws std::bad_alloc.
  explicit StartedExchange(bool is_wanted);
  ~StartedExchange();
  StartedExchange(const StartedExchange&) = delete;
  StartedExchange& operator=(const StartedExchange&) = delete;

  [[nodiscard]] bool is_on() const { return shared_->is_on.load(std::memory_order_relaxed); }
  // An execution has distinguished two such threads.
  void contradict() { shared_->is_contradicted.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_contradicted() const { return shared_->is_contradicted.load(std::memory_order_relaxed); }
  // Before the search begins again.
  void begin_again();

  // What is known, in place of what was: for processes that share no memory.
  void set(bool is_on);

 private:
  struct Shared {
    std::atomic<bool> is_on, is_contradicted;
  };
  static_assert(std::atomic<bool>::is_always_lock_free);

  Shared* shared_;  // in shared memory
};

}  // namespace vigil::checker
