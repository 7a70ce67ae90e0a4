#pragma once

#include "graph.hpp"
#include "preemptions.hpp"

#include <vigil/checker/options.hpp>

#include <cstdint>

namespace vigil::checker {

// Of a search that is bounded by preemptions: which executions count, and which graphs lead to none that does.
class PreemptionBound {
 public:
  PreemptionBound(MemoryModel model, unsigned most) : most_(most), preemptions_(model == MemoryModel::sequential) {}

  // Whether the execution has no more preemptions.
  [[nodiscard]] bool includes(const Graph& graph) { return preemptions_.of(graph, most_).has_value(); }
  // Whether some graph that the search reaches from this one may have no more. If not, it is counted.
  [[nodiscard]] bool may_come_back(const Graph& graph);
  // The graphs that may not.
  [[nodiscard]] std::uint64_t cut() const { return cut_; }
  void begin_again() { cut_ = 0; }

 private:
  unsigned most_;
  Preemptions preemptions_;
  std::uint64_t cut_ = 0;
};

// The part of a graph that all graphs have which the search reaches from it.
//
// A revisit deletes only events that were added in the way that is taken first. So these events stay, and with each its
// prefix: an event that has another variant than the first; one that read or wrote something older than the newest; and
// a write that an earlier event reads, because that was a revisit. docs/checker.md says why they stay for good.
[[nodiscard]] View lasting_part(const Graph& graph);

}  // namespace vigil::checker
