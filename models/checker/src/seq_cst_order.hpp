#pragma once

#include "graph.hpp"

namespace vigil::checker {

// Whether the seq_cst events of a graph have the total order S of [atomics.order].
//
// S must contain, for events A and B of which A is coherence-ordered before B: A before B if both are seq_cst; a
// seq_cst fence that A's side happens after before whatever B's side offers, and so on for each combination. It must
// contain strongly-happens-before. It exists if these constraints are free of cycles.
class SeqCstOrder {
 public:
  explicit SeqCstOrder(const Graph& graph) : graph_(graph) {}

  [[nodiscard]] bool exists() const;
  // The same, given that the order existed before `id` was added with nothing after it in sb ∪ rf: a cycle then passes
  // through what is coherence-ordered after `id`, and most events have nothing there.
  [[nodiscard]] bool exists_with(EventId id) const;

 private:
  const Graph& graph_;
};

}  // namespace vigil::checker
