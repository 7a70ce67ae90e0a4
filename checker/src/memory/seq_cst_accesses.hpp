#pragma once

#include "graph.hpp"

namespace vigil::checker {

// The same question as SeqCstOrder's, for a graph whose seq_cst events are all accesses.
//
// S must then have an access before another one if it strongly happens before it, or is coherence-ordered before it. So
// what must be before an access are the first seq_cst events of each thread, up to one: a view. It grows by what is
// coherence-ordered before the last accesses in it, until it has an access that is coherence-ordered after the one
// asked about, or grows no more.
class SeqCstAccesses {
 public:
  explicit SeqCstAccesses(const Graph& graph) : graph_(graph) {}

  // `id` is the last event of its thread.
  [[nodiscard]] bool exist_in_order_with(EventId id) const;

 private:
  // The last seq_cst access of the thread to the location of which `is_in` holds; nothing if there is none.
  template <class IsIn>
  [[nodiscard]] EventId last_of(unsigned thread, const Cell& location, IsIn is_in) const;
  // The highest rank of the accesses in the view.
  [[nodiscard]] unsigned highest_rank(const Cell& location, const View& view) const;
  // Whether the view grew by the accesses that have a lower rank.
  [[nodiscard]] bool add_below(const Cell& location, unsigned rank, View& view) const;

  const Graph& graph_;
};

}  // namespace vigil::checker
