// Threads that wait: which of them wait for ever.

#include "faults.hpp"
#include "late_waits.hpp"
#include "runtime.hpp"

#include <algorithm>

namespace vigil::checker {
namespace {

bool reads_newest(const Graph& graph, EventId id) {
  return graph[id].source == graph.newest(graph[id].request.location);
}

}  // namespace

// Whether the thread waits only because of what it happened to read: another execution shows it going on.
bool Runtime::is_stale(EventId last) const {
  const Graph& graph = *graph_;
  if (graph[last].is_late) return true;
  const Request& request = graph[last].request;
  switch (request.operation) {
    case Operation::exchange_or_wait:
      return true;
    case Operation::spin:
      return !spins_in_vain(last.thread(), static_cast<unsigned>(request.operand), last.index());
    case Operation::wake:
      if (!WaitQueue(graph.value(request.location, graph.newest(request.location))).waits(last.thread())) return true;
      if (!reads_newest(graph, last)) return true;
      return request.operand != 0 && waits_too_late(graph, last);
    default:
      return effective(request.location, graph[last].source) !=
             effective(request.location, graph.newest(request.location));
  }
}

void Runtime::judge_blocked() {
  bool sleeps = false, spins = false;
  unsigned who = kOutside;
  for (unsigned thread = graph_->threads(); thread-- != 0;) {
    const Thread& state = state_[thread];
    if (state.state == Thread::State::joining && who == kOutside) who = thread;
    if (state.state != Thread::State::waiting) continue;
    const EventId last = graph_->last_of(thread);
    if (faults.all_waits_are_stale || (!faults.stale_waits_count && is_stale(last))) {
      ending_.kind = Ending::Kind::stale;
      return;
    }
    const Operation operation = (*graph_)[last].request.operation;
    sleeps |= operation == Operation::wake;
    spins |= operation == Operation::spin || is_await(operation);
    if (!sleeps || operation == Operation::wake) who = thread;
  }
  set_current(who);
  has_ended_ = true;
  if (sleeps)
    note_violation(Violation::missed_wake, "waits forever to be woken");
  else if (spins)
    note_violation(Violation::livelock, "spins forever");
  else
    note_violation(Violation::deadlock, "waits forever for a mutex or for another thread");
}

// Where the last iteration of a thread begins that spins; none if it does not.
std::optional<unsigned> Runtime::spinning_since(unsigned thread) const {
  const auto& pending = state_[thread].pending;
  if (pending && pending->operation == Operation::spin) return static_cast<unsigned>(pending->operand);
  if (graph_->size(thread) == 0) return std::nullopt;
  const Request& last = (*graph_)[graph_->last_of(thread)].request;
  if (last.operation != Operation::spin) return std::nullopt;
  return static_cast<unsigned>(last.operand);
}

// The write whose value is still there: what threads write in an iteration that changes nothing does not count.
EventId Runtime::effective(unsigned location, EventId write) const {
  const auto& writes = graph_->location(location).writes;
  while (write.is_event()) {
    const auto since = spinning_since(write.thread());
    if (!since || write.index() < *since) break;
    write = writes[graph_->place(write) - 1];
  }
  return write;
}

// Whether an iteration that changed nothing has read whatever is newest.
bool Runtime::spins_in_vain(unsigned thread, unsigned first, unsigned end) const {
  for (unsigned index = first; index != end; ++index) {
    const Event& event = (*graph_)[EventId(thread, index)];
    if (event.variant != 0) return false;
    if (!event.reads) continue;
    const unsigned location = event.request.location;
    if (effective(location, event.source) != effective(location, graph_->newest(location))) return false;
  }
  return true;
}

}  // namespace vigil::checker
