#pragma once

#include "graph.hpp"

#include <optional>

namespace vigil::checker {

// Which notifications a thread that waits on an atomic was not allowed to miss.
//
// [atomics.wait]: a notification reaches every wait that has read a value older than one that happens before the
// notification. A wait is three events: it looks at the value, enters the queue and waits there. Another thread may
// change the value and notify between the first two. A machine then looks a second time before it blocks, and does not
// block. So the wait has only failed to see the change: the executions in which it looks later, or enters earlier, have
// all outcomes, and one with a late wait counts for nothing.
//
// A notification that found waiters happens before a wait that enters behind it, so the wait is late in every graph
// that has it. One that found none may be revisited, or come later; a complete execution is asked once more. That
// nothing is lost or counted twice is shown by random programs, against an oracle that enumerates without these rules.

// The check of a wait: a load that lets the thread go on unless it finds `expected`.
inline void check_for_change(Request& load, std::uint64_t of) {
  load.operand = 1;
  load.expected = of;
}
[[nodiscard]] inline bool checks_for_change(const Request& request) {
  return request.operation == Operation::load && request.operand != 0;
}

[[nodiscard]] inline bool is_notification(Operation operation) {
  return operation == Operation::notify_one || operation == Operation::notify_all;
}

// Of the notifications that a thread missed if it entered the queue of an atomic at that place, the position of the one
// that was added first.
[[nodiscard]] std::optional<unsigned> first_missed(const Graph& graph, EventId enter, unsigned place);

// Whether the thread that asks for the event, to wait in the queue of an atomic, entered that queue too late.
[[nodiscard]] bool waits_too_late(const Graph& graph, EventId wake);

// Whether a wait whose `check` reads the old value from `source` has missed such a notification; or will have, whatever
// is added: it knows of it.
[[nodiscard]] bool has_missed(const Graph& graph, EventId check, EventId source);
[[nodiscard]] bool has_to_miss(const Graph& graph, EventId check, EventId source);

// Whether some wait that is in the queue already would have missed the notification, for it reads `source`.
[[nodiscard]] bool notification_would_be_missed(const Graph& graph, EventId notification, EventId source);
[[nodiscard]] inline bool would_be_missed(const Graph& graph, EventId event, EventId source) {
  return is_notification(graph[event].request.operation) && notification_would_be_missed(graph, event, source);
}

// Whether any wait has.
[[nodiscard]] bool has_late_wait(const Graph& graph);

// Whether the thread looked, and entered with no other event added between them. Then no event that comes later can
// take away the one and leave the other.
[[nodiscard]] bool entered_at_once(const Graph& graph, EventId enter);

}  // namespace vigil::checker
