#include "symmetry.hpp"

#include "faults.hpp"

#include <bit>
#include <cstdint>

namespace vigil::checker {
namespace {

template <class Visit>
void for_each_thread(unsigned threads, Visit visit) {
  for (; threads != 0; threads &= threads - 1) visit(static_cast<unsigned>(std::countr_zero(threads)));
}

// Whether each thread means a location that it has constructed itself, the one where the other means the other.
bool are_own(unsigned location, unsigned thread, unsigned other_location, unsigned other) {
  constexpr unsigned kEach = Graph::kLocationsOfEach;
  constexpr unsigned kConstructors = Graph::kOwners / 2;
  const unsigned owner = location / kEach;
  const unsigned other_owner = other_location / kEach;
  return location % kEach == other_location % kEach && owner % kConstructors == thread &&
         other_owner % kConstructors == other && owner / kConstructors == other_owner / kConstructors;
}

// Whether a thread may use the one value where another one, which can be exchanged with it, uses the other. Addresses
// of things of their own differ. No small number is an address.
bool may_correspond(std::uint64_t one, std::uint64_t other) {
  constexpr std::uint64_t kLeastAddress = std::uint64_t{1} << 32U;
  return one == other || (one >= kLeastAddress && other >= kLeastAddress);
}

// Whether threads that have done the same before ask for the same.
bool ask_for_the_same(const Request& one, unsigned thread, const Request& other, unsigned other_thread) {
  if (one.operation != other.operation) return false;
  const bool is_same_place = !has_location(one.operation) || one.location == other.location ||
                             are_own(one.location, thread, other.location, other_thread);
  const bool names_a_thread = one.operation == Operation::start_thread || one.operation == Operation::join;
  const bool has_same_values =
      names_a_thread || (may_correspond(one.operand, other.operand) && may_correspond(one.expected, other.expected));
  return is_same_place && has_same_values && one.demands == other.demands && one.failure == other.failure &&
         one.spurious == other.spurious && one.wait == other.wait && one.mask == other.mask;
}

bool are_alike(const Graph& graph, EventId one, EventId other) {
  const Event& event = graph[one];
  const Event& counterpart = graph[other];
  const Request& request = event.request;
  if (!ask_for_the_same(request, one.thread(), counterpart.request, other.thread())) return false;
  if (event.variant != counterpart.variant) return false;
  const auto have_same_source = [&] {
    if (event.source == counterpart.source) return true;
    return event.source.is_event() && counterpart.source.is_event() && event.source.thread() == one.thread() &&
           counterpart.source.thread() == other.thread() && event.source.index() == counterpart.source.index();
  };
  if (!has_location(request.operation)) return have_same_source();
  const bool is_own = request.location != counterpart.request.location;
  if (event.writes != counterpart.writes) return false;
  if (event.writes && !is_own && !faults.written_events_are_alike) return false;
  return !event.reads || have_same_source();
}

// Whether the event depends on the other one, although their threads have done the same before.
bool depends(const Graph& graph, EventId id, EventId other) {
  const Event& event = graph[id];
  if (event.source.is_event() && graph[event.source].prefix.contains(other)) return true;
  return id.index() != 0 && graph[EventId(id.thread(), id.index() - 1)].prefix.contains(other);
}

bool comes_too_early(const Graph& graph, EventId id, EventId first) {
  const Event& event = graph[id];
  const Event& counterpart = graph[first];
  if (event.request.operation != counterpart.request.operation) return false;
  if (!has_location(event.request.operation)) return event.variant > counterpart.variant;
  if (event.request.location != counterpart.request.location) return false;
  const unsigned own = graph.rank(event);
  const unsigned due = graph.rank(counterpart);
  if (own == due) return event.variant > counterpart.variant;
  return own < due && (faults.exchanges_ignore_dependencies || !depends(graph, id, first));
}

}  // namespace

void set_symmetry(Graph& graph, EventId id) {
  Event& event = graph[id];
  event.alike = 0;
  event.parted = id.index() == 0 ? std::uint8_t{0} : graph[EventId(id.thread(), id.index() - 1)].parted;
  for_each_thread(alike_before(graph, id), [&](unsigned thread) {
    const EventId first(thread, id.index());
    if (id.index() >= graph.size(thread)) return;
    if (!faults.exchanged_events_kept_alone) event.prefix.join(graph[first].prefix);
    if (!ask_for_the_same(event.request, id.thread(), graph[first].request, thread)) graph.note_asymmetry(id, first);
    if (!are_alike(graph, id, first)) return;
    const bool parts = event.request.operation == Operation::start_thread && !faults.starters_stay_alike;
    auto& set = parts ? event.parted : event.alike;
    set = static_cast<std::uint8_t>(set | 1U << thread);
  });
}

bool keeps_symmetric_order(const Graph& graph, EventId id) {
  if (faults.exchanges_ignore_order) return true;
  bool keeps = true;
  for_each_thread(alike_before(graph, id), [&](unsigned thread) {
    const EventId first(thread, id.index());
    if (id.index() < graph.size(thread) && comes_too_early(graph, id, first)) keeps = false;
  });
  return keeps;
}

// Of n threads that can be exchanged, k that have done the same to their ends are exchanged without effect: n! / k!.
// Those that have parted are not exchanged: the search takes what an exchange of them would give.
std::uint64_t executions_by_exchange(const Graph& graph) {
  std::uint64_t count = 1;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) {
    const unsigned before = graph.exchangeable_before(thread);
    if (before == 0) continue;
    const bool is_empty = graph.size(thread) == 0;
    const unsigned same = is_empty ? before : graph[graph.last_of(thread)].alike;
    unsigned alike = 1;
    for_each_thread(same, [&](unsigned other) { alike += graph.size(other) == graph.size(thread) ? 1U : 0U; });
    if (!is_empty) alike += static_cast<unsigned>(std::popcount(graph[graph.last_of(thread)].parted));
    count = count * (static_cast<unsigned>(std::popcount(before)) + 1U) / alike;
  }
  return count;
}

}  // namespace vigil::checker
