#pragma once

#include "memory_model.hpp"

namespace vigil::checker {

// C++20: [intro.races] and [atomics.order] of N4861, with the asymmetric fences of P1202R5.
//
// Happens-before is kept as one view for each event. The order S of the seq_cst events exists if the relation in
// [atomics.order] is acyclic. That relation consists of strongly-happens-before, and of coherence order between two
// seq_cst events, where a seq_cst fence may replace an event at either end by way of happens-before.
class Cpp20 : public ConsistencyModel {
 public:
  void adjust(Request& /*request*/) const override {}
  void set_views(Graph& graph, EventId id) const override;
  [[nodiscard]] bool allows(const Graph& graph, EventId id, EventId reader) override;
};

// Views from program order alone: what an event knows before it has any source.
void begin_views(Graph& graph, EventId id);
// What the source of a read, of `begin` or of `join` adds to the views.
void join_source(Graph& graph, EventId id);
// The effect of a fence; the message of a write that heads a release sequence or continues one.
void end_views(Graph& graph, EventId id);

}  // namespace vigil::checker
