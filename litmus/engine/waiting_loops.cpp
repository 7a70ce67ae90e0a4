// Loops that wait: a thread that comes back to where it was, and has changed nothing.

#include "interpreter.hpp"

namespace vigil::litmus {

using checker::Event;
using checker::EventId;
using checker::Request;

// Of an iteration that the thread would repeat, its first event.
std::optional<unsigned> Interpreter::begin_of_iteration(unsigned thread, const Request& request) const {
  const ThreadRun& self = threads_[thread];
  const Snapshot& here = self.snapshots[self.position];
  for (unsigned index = self.position; index-- > self.streak;) {
    const Request& earlier = (*graph_)[EventId(thread, index)].request;
    if (earlier.operation != request.operation || earlier.location != request.location) continue;
    const Snapshot& there = self.snapshots[index];
    if (there.at == here.at && there.held == here.held && may_poll(thread, index, self.position)) return index;
  }
  return std::nullopt;
}

// Whether no other thread can see which mutexes the thread held since the event.
bool Interpreter::may_poll(unsigned thread, unsigned first, unsigned end) const {
  const std::uint64_t self = std::uint64_t{1} << thread;
  for (unsigned index = first; index != end; ++index) {
    const Event& event = (*graph_)[EventId(thread, index)];
    if (!event.writes || !is_on_mutex(event.request.operation)) continue;
    for (std::uint32_t object = 0; object != tried_by_.size(); ++object)
      if (locations_.of(object) == event.request.location && (tried_by_[object] & ~self) != 0) return false;
  }
  return true;
}

}  // namespace vigil::litmus
