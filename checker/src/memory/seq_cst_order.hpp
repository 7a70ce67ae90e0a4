#pragma once

#include "graph.hpp"

namespace vigil::checker {

// Whether the seq_cst events of a graph have the total order S of [atomics.order], which they had without an event.
//
// S must contain, for events A and B of which A is coherence-ordered before B: A before B if both are seq_cst; a
// seq_cst fence that A's side happens after before whatever B's side offers, and so on for each combination. It must
// contain strongly-happens-before. It exists if these constraints are free of cycles.
//
// An event that is the last of its thread can be part of a cycle only by what is coherence-ordered after it: something
// that S must put after one of its constraints' beginnings must itself be before that beginning. So all that must be
// before those beginnings is gathered, as views as far as possible: a fence brings in all that fences before it bring.
class SeqCstOrder {
 public:
  explicit SeqCstOrder(const Graph& graph) : graph_(graph) {}

  // `id` is the last event of its thread. Should an event of another thread read from it, that one has to be asked
  // about too.
  [[nodiscard]] bool exists_with(EventId id) const;

 private:
  const Graph& graph_;
};

}  // namespace vigil::checker
