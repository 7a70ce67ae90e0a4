// Threads that wait: which of them wait for ever, and which loops are waits.

#include "faults.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <functional>

namespace vigil::checker {
namespace {

bool is_notification(Operation operation) {
  return operation == Operation::notify_one || operation == Operation::notify_all;
}

// Whether a notification that came before the thread entered the queue of an atomic should have let it go on: it was
// made after a change of the value that the thread did not see. Then the thread looked too early to wait for ever.
bool notified_after_change(const Graph& graph, EventId wake) {
  const EventId enter(wake.thread(), wake.index() - 1);
  const EventId look(wake.thread(), wake.index() - 2);
  const unsigned queue = graph[enter].request.location;
  const auto& writes = graph.location(graph[look].request.location).writes;
  for (unsigned position = 0; position != graph.size(); ++position) {
    const Event& event = graph[graph.at(position)];
    if (!is_notification(event.request.operation) || event.request.location != queue) continue;
    if (graph.place(event.source) >= graph[enter].place) continue;
    // It let another thread go on, and one was all that it was due.
    const bool for_one = event.writes && event.request.operation == Operation::notify_one;
    if (for_one && !WaitQueue(event.written).was_released(wake.thread())) continue;
    for (std::size_t place = graph.place(graph[look].source) + 1; place < writes.size(); ++place)
      if (event.happens_before.contains(writes[place])) return true;
  }
  return false;
}

bool reads_newest(const Graph& graph, EventId id) {
  return graph[id].source == graph.newest(graph[id].request.location);
}

// Whether the events of a thread from `first` on, none of which changed anything, have read whatever is newest.
bool read_newest(const Graph& graph, unsigned thread, unsigned first, unsigned end) {
  for (unsigned index = first; index != end; ++index) {
    const EventId id(thread, index);
    const Event& event = graph[id];
    if (event.variant != 0) return false;
    if (!event.reads) continue;
    // An update that changed nothing is itself the newest.
    if (event.writes ? graph.newest(event.request.location) != id : !reads_newest(graph, id)) return false;
  }
  return true;
}

// Whether the thread waits only because of what it happened to read: another execution shows it going on.
bool is_stale(const Graph& graph, EventId last) {
  const Request& request = graph[last].request;
  switch (request.operation) {
    case Operation::spin:
      return !read_newest(graph, last.thread(), static_cast<unsigned>(request.operand), last.index());
    case Operation::wake:
      if (!WaitQueue(graph.value(request.location, graph.newest(request.location))).waits(last.thread())) return true;
      if (!reads_newest(graph, last)) return true;
      return request.operand != 0 && notified_after_change(graph, last);
    default:
      return !reads_newest(graph, last);
  }
}

}  // namespace

void Runtime::judge_blocked() {
  bool sleeps = false, spins = false;
  unsigned who = kOutside;
  for (unsigned thread = graph_->threads(); thread-- != 0;) {
    const Thread& state = state_[thread];
    if (state.state == Thread::State::joining && who == kOutside) who = thread;
    if (state.state != Thread::State::waiting) continue;
    const EventId last = graph_->last_of(thread);
    if (faults.all_waits_are_stale || (!faults.stale_waits_count && is_stale(*graph_, last))) {
      ending_.kind = Ending::Kind::stale;
      return;
    }
    const Operation operation = (*graph_)[last].request.operation;
    sleeps |= operation == Operation::wake;
    spins |= operation == Operation::spin;
    if (!sleeps || operation == Operation::wake) who = thread;
  }
  set_current(who);
  has_ended_ = true;
  if (sleeps)
    note_violation(Violation::missed_wake, "waits for ever to be woken");
  else if (spins)
    note_violation(Violation::livelock, "spins for ever");
  else
    note_violation(Violation::deadlock, "waits for ever for a mutex or for another thread");
}

// A loop waits if it has come back to where it was: the same operation is asked for again, nothing was changed since,
// and the thread's own state is the same.
bool Runtime::recognises_spin(unsigned thread, Request& request, std::uint64_t& state) {
  if (options_.spins == Spins::unrolled || !reads_location(request.operation)) return false;
  if (request.operation == Operation::lock || request.operation >= Operation::enter) return false;
  const Thread& self = state_[thread];
  if (options_.spins == Spins::failed) {
    state = place_of_operation();
  }
  for (unsigned index = self.position; index-- > self.streak;) {
    const Event& earlier = (*graph_)[EventId(thread, index)];
    if (earlier.request.operation != request.operation || earlier.request.location != request.location) continue;
    if (options_.spins == Spins::recurring) {
      if (earlier.request.operand != request.operand || earlier.request.expected != request.expected) continue;
      if (state == 0) state = state_of(thread);
    }
    if (earlier.state != state && !faults.spins_without_state) continue;
    request = Request();
    request.operation = Operation::spin;
    request.thread = static_cast<std::uint8_t>(thread);
    request.operand = index;
    return true;
  }
  return false;
}

bool Runtime::spins_in_vain(unsigned thread, unsigned first) const {
  return read_newest(*graph_, thread, first, state_[thread].position);
}

// The stack has no leftovers of earlier executions where it is compared: see reset.
std::uint64_t Runtime::state_of(unsigned thread) {
  const void*& deepest = state_[thread].deepest;
  if (deepest == nullptr || std::less<>()(registers_->stack_pointer, deepest)) {
    deepest = registers_->stack_pointer;
    // What lies there may be a leftover of another execution, and which one depends on the history of this process.
    begins_again_ = has_ended_ = true;
    park();
  }
  return digest(*registers_, *fibers_[thread], safety_.seals()) | 1U;
}

std::uint64_t Runtime::place_of_operation() const {
  const auto stack = reinterpret_cast<std::uintptr_t>(registers_->stack_pointer);
  const auto file = reinterpret_cast<std::uintptr_t>(site_->file);
  return (stack * 0x9e3779b97f4a7c15ULL) ^ (file * 0xc2b2ae3d27d4eb4fULL) ^ site_->line ^ 1U;
}

}  // namespace vigil::checker
