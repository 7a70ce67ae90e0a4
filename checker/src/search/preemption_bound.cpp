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

View all_of(const Graph& graph) {
  View all;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) all.set_count(thread, graph.size(thread));
  return all;
}

}  // namespace

bool PreemptionBound::may_come_back(const Graph& graph) {
  const bool may = faults.bound_cuts_what_may_be_deleted ? preemptions_.may_be_within(graph, all_of(graph), most_)
                                                         : may_be_revisited_within(graph);
  if (!may) ++cut_;
  return may;
}

// Reads that revisits are still to come for: let the first of them be at some position. Then the lasting part stays,
// and all that was added before that position. If there are none, all of the graph stays.
bool PreemptionBound::may_be_revisited_within(const Graph& graph) {
  find_revisits(graph);
  const View lasting = lasting_part(graph);
  if (!preemptions_.may_be_within(graph, lasting, most_)) return false;
  View kept = lasting;
  for (unsigned position = 0; position != graph.size(); ++position) {
    const EventId id = graph.at(position);
    if (graph[id].reads && !lasting.contains(id)) {
      if (may_be_revisited_at(graph, id, kept)) return true;
      // Whatever comes later keeps more.
      if (revisits_.empty() || revisits_.back().first < position) return false;
    }
    kept.raise(id.thread(), id.index() + 1);
  }
  return preemptions_.may_be_within(graph, kept, most_);
}

// A revisit at this position or later made some read depend on a write. That read is deleted, or kept, only for a write
// that depends on the same write. So what `read` reads at last depends on all of these writes. With symmetry, a write
// is also kept with events that it does not depend on.
bool PreemptionBound::may_be_revisited_at(const Graph& graph, EventId read, const View& kept) {
  View needed;
  for (const auto& [position, write] : revisits_)
    if (position >= graph[read].position || faults.revisits_need_what_stays)
      needed.raise(write.thread(), write.index() + 1);
  if (needed == View() || graph.has_symmetry()) return preemptions_.may_be_within(graph, kept, most_);
  return preemptions_.may_be_within(graph, kept, read, needed, most_);
}

void PreemptionBound::find_revisits(const Graph& graph) {
  revisits_.clear();
  for (unsigned position = 0; position != graph.size(); ++position) {
    const Event& event = graph[graph.at(position)];
    if (event.reads && event.source.is_event() && graph[event.source].position > position)
      revisits_.emplace_back(position, event.source);
  }
}

// A revisit deletes only events that were added in the way that is taken first. So these events stay, and with each its
// prefix: what an earlier event reads because of a revisit; an event that has another variant than the first; and one
// that read or wrote something older than the newest.
View PreemptionBound::lasting_part(const Graph& graph) const {
  View part;
  for (const auto& [position, write] : revisits_) {
    part.join(graph.views(write).prefix);
    if (faults.revisited_reads_last) part.join(graph.views(graph.at(position)).prefix);
  }
  for (unsigned position = 0; position != graph.size(); ++position) {
    const EventId id = graph.at(position);
    const Event& event = graph[id];
    if (part.contains(id)) continue;
    if (event.displaces || event.variant != 0 || passed_over_newer(graph, id)) part.join(graph.views(id).prefix);
  }
  return part;
}

}  // namespace vigil::checker
