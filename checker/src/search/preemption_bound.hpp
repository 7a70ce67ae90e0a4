#pragma once

#include "graph.hpp"
#include "preemptions.hpp"

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::checker {

// Of a search that is bounded by preemptions: which executions count, and which graphs lead to none that does.
// docs/preemptions.md says why none is lost.
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
  [[nodiscard]] bool may_be_revisited_within(const Graph& graph);
  [[nodiscard]] bool may_be_revisited_at(const Graph& graph, EventId read, const View& kept);
  void find_revisits(const Graph& graph);
  [[nodiscard]] View lasting_part(const Graph& graph) const;

  unsigned most_;
  Preemptions preemptions_;
  std::uint64_t cut_ = 0;
  std::vector<std::pair<unsigned, EventId>> revisits_;  // the position of each read, and the later write that it reads
};

}  // namespace vigil::checker
