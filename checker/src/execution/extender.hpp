#pragma once

#include "graph.hpp"

namespace vigil::checker {

// Adds an event to the graph that is being run, in whichever way the search wants.
class Extender {
 public:
  virtual ~Extender() = default;
  // `cause`: the event of another thread that `begin` and `join` wait for.
  virtual void extend(unsigned thread, const Request& request, EventId cause) = 0;
  // Whether an operation that may wait would do nothing else now: then it is added later.
  [[nodiscard]] virtual bool postpones(unsigned thread, const Request& request) = 0;
};

}  // namespace vigil::checker
