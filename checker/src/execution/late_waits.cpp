#include "late_waits.hpp"

#include "faults.hpp"

#include <algorithm>
#include <cstddef>

namespace vigil::checker {
namespace {

EventId before(EventId id) { return {id.thread(), id.index() - 1}; }

// Whether a notification had to reach the thread, which read `source`.
bool was_due(const Graph& graph, EventId notification, unsigned thread, unsigned location, EventId source) {
  // It let another thread go on, and one was all that it was due.
  const Event& event = graph[notification];
  const bool for_one = event.writes && event.request.operation == Operation::notify_one;
  if (for_one && !WaitQueue(event.written).was_released(thread)) return false;
  const auto& writes = graph.location(location).writes;
  for (std::size_t place = graph.place(source) + 1; place < writes.size(); ++place)
    if (graph.views(notification).happens_before.contains(writes[place])) return true;
  return false;
}

// Calls `visit` for each notification that had to reach the thread if it looks in `check` and reads `source`.
template <class Visit>
void for_each_due(const Graph& graph, EventId check, EventId source, Visit visit) {
  const unsigned location = graph[check].request.location;
  for (const EventId read : graph.location(Graph::queue_of(location)).reads) {
    if (is_notification(graph[read].request.operation) && was_due(graph, read, check.thread(), location, source))
      visit(read);
  }
}

}  // namespace

std::optional<unsigned> first_missed(const Graph& graph, EventId enter, unsigned place) {
  const EventId check = before(enter);
  std::optional<unsigned> first;
  for_each_due(graph, check, graph[check].source, [&](EventId notification) {
    const Event& event = graph[notification];
    if (graph.place(event.source) < place) first = std::min<unsigned>(first.value_or(event.position), event.position);
  });
  return first;
}

bool waits_too_late(const Graph& graph, EventId wake) {
  return first_missed(graph, before(wake), graph[before(wake)].place).has_value();
}

bool has_late_wait(const Graph& graph) {
  for (unsigned position = 0; position != graph.size(); ++position) {
    const EventId id = graph.at(position);
    const Request& request = graph[id].request;
    if (request.operation == Operation::enter && Graph::is_queue_of_atomic(request.location) &&
        first_missed(graph, id, graph[id].place))
      return true;
  }
  return false;
}

bool has_missed(const Graph& graph, EventId check, EventId source) {
  bool found = false;
  for_each_due(graph, check, source, [&](EventId /*notification*/) { found = true; });
  return found;
}

bool has_to_miss(const Graph& graph, EventId check, EventId source) {
  const View& prefix = graph.views(check).prefix;
  bool found = false;
  for_each_due(graph, check, source, [&](EventId notification) {
    found |= prefix.contains(notification) || faults.missed_before_it_is_known;
  });
  return found;
}

bool notification_would_be_missed(const Graph& graph, EventId notification, EventId source) {
  const unsigned queue = graph[notification].request.location;
  if (!Graph::is_queue_of_atomic(queue)) return false;
  const auto& writes = graph.location(queue).writes;
  for (std::size_t place = graph.place(source) + 1; place < writes.size(); ++place) {
    const EventId enter = writes[place];
    if (graph[enter].request.operation != Operation::enter || !entered_at_once(graph, enter)) continue;
    const Event& check = graph[before(enter)];
    if (was_due(graph, notification, enter.thread(), check.request.location, check.source)) return true;
  }
  return false;
}

bool entered_at_once(const Graph& graph, EventId enter) {
  return graph[before(enter)].position + 1U == graph[enter].position;
}

}  // namespace vigil::checker
