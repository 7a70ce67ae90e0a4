#pragma once

#include "graph.hpp"
#include "memory_model.hpp"

#include <vector>

namespace vigil::checker {

// Gives events their place in a graph, as far as coherence, atomicity and the memory model allow.
class Editor {
 public:
  Editor(Graph& graph, ConsistencyModel& model) : graph_(&graph), model_(&model) {}

  // Adds the next event of a thread, which has no place yet. `cause`: the event of another thread that `begin` and
  // `join` wait for.
  EventId append(unsigned thread, Request request, EventId cause = EventId::none());

  // Sets the effect of an event: of a read, if it reads `source`; of another event, if `variant` is chosen. Does not
  // enter it into a modification order.
  void settle(EventId id, EventId source, unsigned variant);
  // As settle, and enters the event's write directly after `source`.
  void read_from(EventId id, EventId source, unsigned variant);
  // Enters the write of a settled event.
  void write_at(EventId id, unsigned place) { graph_->insert_write(id, place); }
  // Takes the write of an event out of the modification order.
  void unplace(EventId id);

  // The first place of a location that a thread with this knowledge may still read, or after which it may write;
  // `except` does not count.
  [[nodiscard]] unsigned floor(const View& known, unsigned location, EventId except) const;
  [[nodiscard]] bool may_write_at(unsigned location, unsigned place) const;
  // See ConsistencyModel, and symmetry.hpp.
  [[nodiscard]] bool allows(EventId id, EventId reader = EventId::none());

  [[nodiscard]] Graph& graph() { return *graph_; }
  [[nodiscard]] const Graph& graph() const { return *graph_; }
  void set_graph(Graph& graph) { graph_ = &graph; }

 private:
  void set_views(EventId id);

  Graph* graph_;
  ConsistencyModel* model_;
};

}  // namespace vigil::checker
