#pragma once

#include "graph.hpp"

#include <vigil/checker/options.hpp>

#include <memory>

namespace vigil::checker {

// A memory model as the explorer sees it: how threads come to know of each other's events, and which graphs exist.
//
// Coherence and atomicity are the same in all of them and are the explorer's: it offers only writes that coherence
// allows, and keeps read-modify-writes adjacent to what they read.
class ConsistencyModel {
 public:
  virtual ~ConsistencyModel() = default;

  // The orders that a request really has.
  virtual void adjust(Request& request) const = 0;
  // Sets the views of an event from those of its predecessor in the thread and of its source. The event is the last of
  // its thread, and nothing reads from it yet.
  virtual void set_views(Graph& graph, EventId id) const = 0;
  // Whether the graph is consistent, which it was without `id` and, if there is one, without `reader`, which reads from
  // `id`. They are the last of their threads, and nothing else reads from them.
  [[nodiscard]] virtual bool allows(const Graph& graph, EventId id, EventId reader) = 0;
};

[[nodiscard]] std::unique_ptr<ConsistencyModel> make_model(MemoryModel model);

}  // namespace vigil::checker
