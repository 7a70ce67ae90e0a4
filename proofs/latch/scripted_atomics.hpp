#pragma once

#include <vigil/atomics/std_atomics.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::proofs {

// One thread plays all parts of a latch: a script says what the others do at each point of a wait.

struct StillWaiting : std::logic_error {
  using std::logic_error::logic_error;
};

struct Script {
  // What the other threads do next before an operation, or while the waiter is blocked.
  std::deque<std::function<void()>> before_exchange, before_set, before_block, while_blocked, while_notifying;
  std::vector<std::string> events;
  int attempts = 0;
  int exchanges = 0;
  bool is_notified = false;

  static bool play(std::deque<std::function<void()>>& acts) {
    if (acts.empty()) return false;
    const auto act = acts.front();
    acts.pop_front();
    act();
    return true;
  }
};
inline Script script;

// The machine, with what a script adds to it. A waiter that no thread notifies does not hang: it throws.
struct ScriptedAtomics : StdAtomics {
  template <class T>
  class atomic : public StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;

   public:
    using Base::Base;

    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      Script::play(script.before_set);
      return Base::compare_exchange_strong(expected, desired, success, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      ++script.exchanges;
      Script::play(script.before_exchange);
      return Base::compare_exchange_strong(expected, desired, success, failure);
    }
    void wait(T old, std::memory_order order) const {
      Script::play(script.before_block);
      if (Base::load(order) != old) {
        script.events.emplace_back("finds another value");
        return;
      }
      script.events.emplace_back("blocks");
      for (script.is_notified = false; !script.is_notified;)
        if (!Script::play(script.while_blocked)) throw StillWaiting("no thread notifies the waiter");
    }
    void notify_one() { notify("notifies one"); }
    void notify_all() { notify("notifies all"); }

   private:
    static void notify(const char* whom) {
      script.events.emplace_back(whom);
      Script::play(script.while_notifying);
      script.is_notified = true;
    }
  };

  template <class Attempt>
  static void retry(Attempt attempt) {
    while (!attempt())
      if (++script.attempts == 100) throw StillWaiting("a wait that neither blocks nor ends");
  }
  static void relax() { script.events.emplace_back("pauses"); }
  static void yield() { script.events.emplace_back("yields"); }
  static constexpr void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

}  // namespace vigil::proofs
