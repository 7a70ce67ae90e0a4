#pragma once

#include "mutex_use.hpp"
#include "started_exchange.hpp"

namespace vigil::checker {

// What a search takes for granted of a program until an execution contradicts it. Then the search begins again, and
// knows better. Processes that share a search share its assumptions.
struct Assumptions {
  explicit Assumptions(bool exchanges_started_threads) : started_exchange(exchanges_started_threads) {}

  [[nodiscard]] bool are_contradicted() const {
    return mutex_use.is_contradicted() || started_exchange.is_contradicted();
  }
  // Before the search begins again.
  void begin_again() {
    mutex_use.forget_polling();
    started_exchange.begin_again();
  }

  MutexUse mutex_use;  // no loop under a mutex that another thread tries to lock is a wait
  StartedExchange started_exchange;
};

}  // namespace vigil::checker
