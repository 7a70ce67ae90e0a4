#pragma once

// Several threads, played by one: a test says what the others do while a thread blocks.

#include <vigil/atomics/std_atomics.hpp>

#include <functional>
#include <stdexcept>

namespace vigil::proofs {

// Production's layer, except that yields, waits and locks are counted, a broken precondition throws, and no thread
// blocks: in place of that, `while_blocked` is called.
struct ScriptedAtomics : StdAtomics {
  static inline int yields = 0;
  static inline int waits = 0;
  static inline int locks = 0;
  static inline std::function<void()> while_blocked;

  static void reset() {
    yields = waits = locks = 0;
    while_blocked = nullptr;
  }

  class mutex : public StdAtomics::mutex {
   public:
    explicit mutex(Name /*name*/ = {}) {}

    void lock() {
      ++locks;
      StdAtomics::mutex::lock();
    }
  };

  class condition_variable {
   public:
    explicit condition_variable(Name /*name*/ = {}) {}

    void wait(mutex& held) {
      ++waits;
      if (while_blocked == nullptr) throw std::logic_error("blocked, and no thread will wake it");
      held.unlock();
      while_blocked();
      held.lock();
    }
    void notify_one() {}
    void notify_all() {}
  };

  static void yield() { ++yields; }
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

}  // namespace vigil::proofs
