#pragma once

#include "lean/tasks.hpp"

#include <functional>
#include <stdexcept>
#include <utility>

namespace vigil::lean_proofs {

// What one thread did, and what the test has happen meanwhile.
struct Script {
  // Calls of operations that may write, of load, and of the system.
  int writes = 0, loads = 0, waits = 0, notifies = 0, pauses = 0, yields = 0;
  // How many weak compare-exchanges fail for no reason, from the next one on.
  int spurious_failures = 0;
  // Called before the operation with this number, from 0 on, other threads' in the test's words.
  int interrupted_at = -1;
  std::function<void()> interruption;
  // Called in place of blocking, and of each pause.
  std::function<void()> while_blocked, while_paused;

  void comes_to_an_operation() {
    if (writes + loads != interrupted_at) return;
    interrupted_at = -1;
    interruption();
  }
};

// The machine, for one thread: operations are counted, a broken precondition throws, a loop without end throws, and no
// thread blocks. Follows `Script`.
struct ScriptedAtomics : RequiringAtomics {
  static inline Script script;

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;

   public:
    using Base::Base;

    [[nodiscard]] T load(std::memory_order order) const {
      script.comes_to_an_operation();
      ++script.loads;
      return Base::load(order);
    }
    void store(T value, std::memory_order order) {
      writes();
      Base::store(value, order);
    }
    T exchange(T value, std::memory_order order) {
      writes();
      return Base::exchange(value, order);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      writes();
      return Base::compare_exchange_strong(expected, desired, success, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      writes();
      if (script.spurious_failures == 0) return Base::compare_exchange_strong(expected, desired, success, failure);
      --script.spurious_failures;
      expected = Base::load(failure);
      return false;
    }
    template <class Function>
    auto fetch_update(Function function, std::memory_order success, std::memory_order failure) {
      return vigil::detail::fetch_update_from(*this, load(failure), function, success, failure);
    }
    template <class Function>
    auto fetch_update_from(T guess, Function function, std::memory_order success, std::memory_order failure) {
      return vigil::detail::fetch_update_from(*this, guess, function, success, failure);
    }

    void wait(T old, std::memory_order order) const {
      ++script.waits;
      if (Base::load(order) != old) throw std::logic_error("a system call for nothing");
      if (!script.while_blocked) throw std::logic_error("blocked, and no thread will wake it");
      script.while_blocked();
    }
    void notify_one() { ++script.notifies; }
    void notify_all() { ++script.notifies; }

   private:
    static void writes() {
      script.comes_to_an_operation();
      ++script.writes;
    }
  };

  static void relax() {
    ++script.pauses;
    if (script.while_paused) script.while_paused();
  }
  static void yield() { ++script.yields; }
  template <class Attempt>
  static void retry(Attempt attempt) {
    for (int attempts = 0; !attempt(); ++attempts)
      if (attempts == 10'000) throw std::logic_error("a loop without end");
  }
};

using ScriptedTask = Task<ScriptedAtomics>;

// Begins a new script.
inline Script& script() { return ScriptedAtomics::script = {}; }

}  // namespace vigil::lean_proofs
