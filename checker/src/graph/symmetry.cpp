#include "symmetry.hpp"

#include "faults.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace vigil::checker {
namespace {

template <class Visit>
void for_each_thread(unsigned threads, Visit visit) {
  for (; threads != 0; threads &= threads - 1) visit(static_cast<unsigned>(std::countr_zero(threads)));
}

constexpr unsigned bit(unsigned thread) { return 1U << thread; }

EventId before(EventId id) { return EventId(id.thread(), id.index() - 1); }

bool is(const Graph& graph, EventId id, Operation operation) {
  return id.index() < graph.size(id.thread()) && graph[id].request.operation == operation;
}

// Where the thread was started; none of a thread that has not begun, or that the program begins with.
EventId start_of(const Graph& graph, unsigned thread) {
  const EventId first(thread, 0);
  return is(graph, first, Operation::begin) ? graph[first].source : EventId::none();
}

// The event before that started a thread to run the same; none if there is none.
EventId same_start_before(const Graph& graph, EventId start) {
  const auto events = static_cast<unsigned>(graph[start].request.expected);
  return events == 0 ? EventId::none() : EventId(start.thread(), start.index() - events);
}

EventId first_same_start(const Graph& graph, EventId start) {
  for (EventId earlier = same_start_before(graph, start); earlier.is_event(); earlier = same_start_before(graph, start))
    start = earlier;
  return start;
}

// The started threads that can be exchanged with this one, and itself, a bit each. Its starter has come past them.
unsigned exchanged_with(const Graph& graph, unsigned thread) {
  const EventId start = start_of(graph, thread);
  if (!start.is_event()) return bit(thread);
  const EventId first = first_same_start(graph, start);
  unsigned all = 0;
  for (unsigned index = first.index(); index != graph.size(first.thread()); ++index) {
    const EventId id(first.thread(), index);
    if (comes_between(graph[id].request.operation)) continue;
    if (!is(graph, id, Operation::start_thread)) break;
    if (first_same_start(graph, id) == first) all |= bit(static_cast<unsigned>(graph[id].request.operand));
  }
  return all;
}

// Whom the thread has joined in a row, by its events before this index, a bit each.
unsigned joined_before(const Graph& graph, unsigned thread, unsigned index) {
  unsigned joined = 0;
  while (index-- != 0) {
    const Request& request = graph[EventId(thread, index)].request;
    if (request.operation == Operation::join)
      joined |= bit(static_cast<unsigned>(request.operand));
    else if (!comes_between(request.operation))
      break;
  }
  return joined;
}

// Whether these are some of the threads that can be exchanged, and not all.
bool are_a_part(const Graph& graph, unsigned threads) {
  for (unsigned rest = threads; rest != 0; rest &= rest - 1)
    if ((exchanged_with(graph, static_cast<unsigned>(std::countr_zero(rest))) & ~threads) != 0) return true;
  return false;
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
// of things of their own differ. What is in no memory of theirs is an address if it is large.
bool may_correspond(std::uint64_t one, unsigned thread, std::uint64_t other, unsigned other_thread) {
  constexpr std::uint64_t kLeastAddress = std::uint64_t{1} << 32U;
  if (one == other || (one >= kLeastAddress && other >= kLeastAddress)) return true;
  const auto [begin, distance] = own_memory;
  const std::uint64_t place = one - begin - thread * distance;
  return place < distance && place == other - begin - other_thread * distance;
}

// Whether one of them only waits: when a loop is taken for a wait that nothing declares, the compiler has a part in it.
bool only_waits(const Request& one, const Request& other) {
  return one.operation == Operation::spin || other.operation == Operation::spin;
}

// Whether threads that have done the same before ask for the same.
bool ask_for_the_same(const Request& one, unsigned thread, const Request& other, unsigned other_thread) {
  if (one.operation != other.operation) return false;
  const bool is_same_place = !has_location(one.operation) || one.location == other.location ||
                             are_own(one.location, thread, other.location, other_thread);
  const bool names_a_thread = one.operation == Operation::start_thread || one.operation == Operation::join;
  const bool has_same_values = names_a_thread || (may_correspond(one.operand, thread, other.operand, other_thread) &&
                                                  may_correspond(one.expected, thread, other.expected, other_thread));
  return is_same_place && has_same_values && one.demands == other.demands && one.failure == other.failure &&
         one.spurious == other.spurious && one.wait == other.wait && one.mask == other.mask;
}

bool are_alike(const Graph& graph, EventId one, EventId other) {
  const Event& event = graph[one];
  const Event& counterpart = graph[other];
  const Request& request = event.request;
  if (!ask_for_the_same(request, one.thread(), counterpart.request, other.thread())) return false;
  if (event.variant != counterpart.variant) return false;
  if (request.operation == Operation::begin) return true;
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
  if (event.source.is_event() && graph.views(event.source).prefix.contains(other)) return true;
  return id.index() != 0 && graph.views(before(id)).prefix.contains(other);
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

// Whether a thread joins one that it has not started itself, and that can be exchanged.
bool joins_from_aside(const Graph& graph, EventId join) {
  const auto joined = static_cast<unsigned>(graph[join].request.operand);
  return start_of(graph, joined).thread() != join.thread() && is_exchanged(graph, joined);
}

// Whether the program distinguishes started threads by this event.
bool parts_started_threads(const Graph& graph, EventId id) {
  const Request& request = graph[id].request;
  if (comes_between(request.operation)) return false;
  if (request.operation == Operation::join) return joins_from_aside(graph, id);
  if (!faults.rows_of_joins_forgotten && are_a_part(graph, joined_before(graph, id.thread(), id.index()))) return true;
  // Another thread has joined one of the others before this one was started.
  return starts_the_same(request) && std::ranges::any_of(graph.order(), [&](EventId other) {
           return is(graph, other, Operation::join) && joins_from_aside(graph, other);
         });
}

}  // namespace

VIGIL_PER_THREAD constinit OwnMemory own_memory;

unsigned exchangeable_before(const Graph& graph, unsigned thread) {
  const EventId start = start_of(graph, thread);
  if (!start.is_event()) return graph.exchangeable_before(thread);
  unsigned all = 0;
  for (EventId id = same_start_before(graph, start); id.is_event(); id = same_start_before(graph, id))
    all |= bit(static_cast<unsigned>(graph[id].request.operand));
  return all;
}

bool is_exchanged(const Graph& graph, unsigned thread) { return exchanged_with(graph, thread) != bit(thread); }

bool exchanges_started_threads(const Graph& graph) {
  return std::ranges::any_of(graph.order(), [&](EventId id) { return starts_the_same(graph[id].request); });
}

View known_at_source(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  if (event.request.operation == Operation::begin)
    return graph.views(first_same_start(graph, event.source)).happens_before;
  if (event.request.operation != Operation::join) return graph.views(event.source).happens_before;
  View known;
  const unsigned exchanged = exchanged_with(graph, static_cast<unsigned>(event.request.operand));
  if ((exchanged & ~joined_before(graph, id.thread(), id.index() + 1)) != 0) return known;
  for_each_thread(exchanged, [&](unsigned thread) { known.join(graph.views(graph.last_of(thread)).happens_before); });
  return known;
}

void set_symmetry(Graph& graph, EventId id) {
  Event& event = graph[id];
  Views& views = graph.views(id);
  views.alike = 0;
  views.parted = id.index() == 0 ? std::uint16_t{0} : graph.views(before(id)).parted;
  if (parts_started_threads(graph, id)) graph.note_asymmetry(id, id);
  for_each_thread(alike_before(graph, id), [&](unsigned thread) {
    const EventId first(thread, id.index());
    if (id.index() >= graph.size(thread)) return;
    if (!faults.exchanged_events_kept_alone) graph.views(id).prefix.join(graph.views(first).prefix);
    if (!ask_for_the_same(event.request, id.thread(), graph[first].request, thread) &&
        !only_waits(event.request, graph[first].request))
      graph.note_asymmetry(id, first);
    if (!are_alike(graph, id, first)) return;
    const bool parts = event.request.operation == Operation::start_thread && !faults.starters_stay_alike;
    auto& set = parts ? views.parted : views.alike;
    set = static_cast<std::uint16_t>(set | 1U << thread);
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
    const unsigned others = exchangeable_before(graph, thread);
    if (others == 0) continue;
    const bool is_empty = graph.size(thread) == 0;
    const unsigned same = is_empty ? others : graph.views(graph.last_of(thread)).alike;
    unsigned alike = 1;
    for_each_thread(same, [&](unsigned other) { alike += graph.size(other) == graph.size(thread) ? 1U : 0U; });
    if (!is_empty) alike += static_cast<unsigned>(std::popcount(graph.views(graph.last_of(thread)).parted));
    count = count * (static_cast<unsigned>(std::popcount(others)) + 1U) / alike;
  }
  return count;
}

}  // namespace vigil::checker
