#pragma once

#include "graph.hpp"

#include <vigil/checker/options.hpp>

#include <memory>

namespace vigil::checker {

// A memory model as the explorer sees it: how threads learn of each other's events, and which graphs are consistent.
//
// Coherence and atomicity are the same in all models, and the explorer enforces them: it offers only writes that
// coherence allows, and keeps each read-modify-write adjacent to its source.
class ConsistencyModel {
 public:
  virtual ~ConsistencyModel() = default;

  // The orders that a request really has.
  virtual void adjust(Request& request) const = 0;
  // Sets the views of an event from those of its predecessor in the thread and of its source. The event is the last of
  // its thread, and nothing reads from it yet.
  virtual void set_views(Graph& graph, EventId id) const = 0;
  // Whether the graph is consistent. Without `id`, and without `reader`, which reads from `id` if there is one, it was
  // consistent. Both are the last of their threads, and nothing else reads from them.
  [[nodiscard]] virtual bool allows(const Graph& graph, EventId id, EventId reader) = 0;
};

[[nodiscard]] std::unique_ptr<ConsistencyModel> make_model(MemoryModel model);

}  // namespace vigil::checker
