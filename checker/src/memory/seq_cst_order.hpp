#pragma once

#include "graph.hpp"

namespace vigil::checker {

// Whether the seq_cst events of a graph have the total order S of [atomics.order], which they had without an event.
//
// Let A be coherence-ordered before B. If both are seq_cst, S must have A before B. If a seq_cst fence happens before
// A,
// that fence may stand for A; if B happens before a seq_cst fence, that fence may stand for B. S must also contain
// strongly-happens-before. S exists if these constraints have no cycle.
//
// P1202R5 adds two rules: a light fence may stand for A if a heavy one stands for B, and a heavy one for A if a light
// one stands for B. A heavy fence is a fence, too.
//
// The last event of a thread can be part of a cycle only by way of events that are coherence-ordered after it. Such an
// event ends a constraint that the last event begins, and S must also have it before that beginning. So the search
// gathers everything that must be before those beginnings. It uses views as far as possible: a fence brings in all that
// earlier fences bring.
class SeqCstOrder {
 public:
  explicit SeqCstOrder(const Graph& graph) : graph_(graph) {}

  // `id` is the last event of its thread. If an event of another thread reads from it, that event must be checked too.
  [[nodiscard]] bool exists_with(EventId id) const;

 private:
  const Graph& graph_;
};

}  // namespace vigil::checker
