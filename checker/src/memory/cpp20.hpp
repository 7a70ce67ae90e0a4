#pragma once

#include "memory_model.hpp"

namespace vigil::checker {

// C++20: [intro.races] and [atomics.order] of N4861.
//
// Happens-before is kept as views, event by event. The order S of the seq_cst events exists if the relation that
// [atomics.order] gives is acyclic: strongly-happens-before, and coherence order with a seq_cst event or, by way of
// happens-before, a seq_cst fence at either end.
class Cpp20 : public ConsistencyModel {
 public:
  void adjust(Request& /*request*/) const override {}
  void set_views(Graph& graph, EventId id) const override;
  [[nodiscard]] bool allows(const Graph& graph, EventId id, EventId reader) override;
};

// Views from program order alone: what an event knows before it has any source.
void begin_views(Graph& graph, EventId id);
// What the source of a read, of `begin` or of `join` adds.
void join_source(Graph& graph, EventId id);
// The effect of a fence; the message of a write that heads a release sequence or continues one.
void end_views(Graph& graph, EventId id);

}  // namespace vigil::checker
