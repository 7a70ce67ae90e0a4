#pragma once

#include "ending.hpp"
#include "extender.hpp"
#include "graph.hpp"

namespace vigil::checker {

// What a search runs: a program, along an execution graph. Where the graph ends, the program asks the extender for the
// next event.
class Runner {
 public:
  virtual ~Runner() = default;

  // The whole program. The reference is good until the next run.
  virtual const Ending& run(Graph& graph, Extender& extender) = 0;
  // Whether any run so far took a loop for a wait that is not declared.
  [[nodiscard]] virtual bool undeclared_waits() const = 0;
  // Whether earlier runs took something for granted that is not so: then the search begins again, and the runner knows
  // better.
  [[nodiscard]] virtual bool is_contradicted() const = 0;
  // This was taken for granted: that started threads that run the same can be exchanged. See symmetry.hpp.
  virtual void part_started_threads() = 0;
  virtual void begin_again() = 0;
};

}  // namespace vigil::checker
