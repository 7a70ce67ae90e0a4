#pragma once

#include "view.hpp"

namespace vigil::checker {

// A thread between two of its events: what it knows, and which event comes next.
struct Moment {
  static constexpr unsigned kOutside = kMostThreads;  // setup and finish, during which no thread runs
  unsigned thread = kOutside;
  unsigned next = 0;
  const View* known = nullptr;

  [[nodiscard]] bool is_outside() const { return thread == kOutside; }
};

}  // namespace vigil::checker
