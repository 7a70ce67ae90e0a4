#include "standstill.hpp"

#include "faults.hpp"
#include "late_waits.hpp"
#include "moment.hpp"

namespace vigil::checker {
namespace {

bool reads_newest(const Graph& graph, EventId id) {
  return graph[id].source == graph.newest(graph[id].request.location);
}

}  // namespace

bool Standstill::is_stale(EventId last) const {
  const Graph& graph = graph_;
  if (graph[last].is_late) return true;
  const Request& request = graph[last].request;
  if (request.wait == Wait::has_time_limit) return true;
  switch (request.operation) {
    case Operation::lock:
      if (is_free_in_between(request.location)) return true;
      break;
    case Operation::exchange_or_wait:
      return true;
    case Operation::spin:
      return !spins_in_vain(last.thread(), static_cast<unsigned>(request.operand), last.index());
    case Operation::wake:
      if (!WaitQueue(graph.value(request.location, graph.newest(request.location))).waits(last.thread())) return true;
      if (!reads_newest(graph, last)) return true;
      return request.operand != 0 && waits_too_late(graph, last);
    default:
      break;
  }
  return effective(request.location, graph[last].source) != effective(request.location, graph.newest(request.location));
}

// Whether threads that spin unlock the mutex, if only to lock it again: another execution shows what happens if a
// thread that waits for it comes first.
bool Standstill::is_free_in_between(unsigned mutex) const {
  const auto& writes = graph_.location(mutex).writes;
  for (std::size_t place = writes.size(); place-- > 1;) {
    const auto since = spinning_since(writes[place].thread());
    if (!since || writes[place].index() < *since) return false;
    if (graph_.value(mutex, writes[place]) == 0) return true;
  }
  return false;
}

Standstill::Verdict Standstill::verdict(std::uint64_t waiting, std::uint64_t joining) const {
  bool sleeps = false, spins = false;
  Verdict verdict;
  verdict.who = Moment::kOutside;
  for (unsigned thread = graph_.threads(); thread-- != 0;) {
    if (((joining >> thread) & 1) != 0 && verdict.who == Moment::kOutside) verdict.who = thread;
    if (((waiting >> thread) & 1) == 0) continue;
    const EventId last = graph_.last_of(thread);
    verdict.is_stale = faults.all_waits_are_stale || (!faults.stale_waits_count && is_stale(last));
    if (verdict.is_stale) return verdict;
    const Request& request = graph_[last].request;
    const bool sleeps_here =
        request.operation == Operation::wake || (is_await(request.operation) && request.wait == Wait::sleeps);
    sleeps |= sleeps_here;
    spins |= request.operation == Operation::spin || (is_await(request.operation) && request.wait == Wait::spins);
    if (!sleeps || sleeps_here) verdict.who = thread;
  }
  verdict.violation = sleeps ? Violation::missed_wake : spins ? Violation::livelock : Violation::deadlock;
  verdict.what = sleeps  ? "waits forever to be woken"
                 : spins ? "spins forever"
                         : "waits forever for a mutex or for another thread";
  return verdict;
}

// Where the last iteration of a thread begins that spins; none if it does not.
std::optional<unsigned> Standstill::spinning_since(unsigned thread) const {
  if (pending_spins_[thread]) return pending_spins_[thread];
  if (graph_.size(thread) == 0) return std::nullopt;
  const Request& last = graph_[graph_.last_of(thread)].request;
  if (last.operation != Operation::spin) return std::nullopt;
  return static_cast<unsigned>(last.operand);
}

// The write whose value is still there: what threads write in an iteration that changes nothing does not count.
EventId Standstill::effective(unsigned location, EventId write) const {
  const auto& writes = graph_.location(location).writes;
  while (write.is_event()) {
    const auto since = spinning_since(write.thread());
    if (!since || write.index() < *since) break;
    write = writes[graph_.place(write) - 1];
  }
  return write;
}

bool Standstill::spins_in_vain(unsigned thread, unsigned first, unsigned end) const {
  for (unsigned index = first; index != end; ++index) {
    const Event& event = graph_[EventId(thread, index)];
    // A timeout that changed nothing comes again as often as it likes.
    if (event.variant != 0 && event.request.operation != Operation::time_limit) return false;
    if (!event.reads) continue;
    const unsigned location = event.request.location;
    if (effective(location, event.source) != effective(location, graph_.newest(location))) return false;
  }
  return true;
}

}  // namespace vigil::checker
