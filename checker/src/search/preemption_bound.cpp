#include "preemption_bound.hpp"

#include "faults.hpp"

#include <cstddef>

namespace vigil::checker {
namespace {

// Whether the event passed over a write that was there when it was added.
bool passed_over_newer(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  // It reads what released it, newest or not.
  if (is_wait_on_atomic(event.request) && WaitQueue(event.read).was_released(event.request.thread)) return false;
  if (!event.reads && !event.writes) return false;
  const auto& writes = graph.location(event.request.location).writes;
  const unsigned own = event.writes ? event.place : graph.place(event.source);
  for (std::size_t place = own + 1; place < writes.size(); ++place)
    if (graph[writes[place]].position < event.position) return true;
  return false;
}

}  // namespace

View lasting_part(const Graph& graph) {
  View part;
  for (unsigned position = 0; position != graph.size(); ++position) {
    const EventId id = graph.at(position);
    const Event& event = graph[id];
    const bool was_revisited = event.reads && event.source.is_event() && graph[event.source].position > position;
    if (was_revisited) part.join(graph[event.source].prefix);
    if (part.contains(id)) continue;
    if (was_revisited && faults.revisited_reads_last) part.join(event.prefix);
    if (event.displaces || event.variant != 0 || passed_over_newer(graph, id)) part.join(event.prefix);
  }
  return part;
}

bool PreemptionBound::may_come_back(const Graph& graph) {
  View part;
  if (faults.bound_cuts_what_may_be_deleted)
    for (unsigned thread = 0; thread != graph.threads(); ++thread) part.set_count(thread, graph.size(thread));
  else
    part = lasting_part(graph);
  const bool may = preemptions_.may_be_within(graph, part, most_);
  if (!may) ++cut_;
  return may;
}

}  // namespace vigil::checker
