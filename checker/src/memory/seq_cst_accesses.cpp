#include "seq_cst_accesses.hpp"

#include <algorithm>

namespace vigil::checker {

template <class IsIn>
EventId SeqCstAccesses::last_of(unsigned thread, const Cell& location, IsIn is_in) const {
  unsigned count = location.accesses[thread];
  while (count != 0) {
    const EventId id(thread, count - 1);
    const Event& event = graph_[id];
    if (event.demands.is_seq_cst() && (event.reads || event.writes) && is_in(id, event)) return id;
    count = event.earlier;
  }
  return EventId::none();
}

unsigned SeqCstAccesses::highest_rank(const Cell& location, const View& view) const {
  unsigned highest = 0;
  for (unsigned thread = 0; thread != graph_.threads(); ++thread) {
    if (view.count(thread) == 0) continue;
    const EventId last =
        last_of(thread, location, [&](EventId id, const Event& /*event*/) { return view.contains(id); });
    if (last.is_event()) highest = std::max(highest, graph_.rank(graph_[last]));
  }
  return highest;
}

bool SeqCstAccesses::add_below(const Cell& location, unsigned rank, View& view) const {
  bool grew = false;
  for (unsigned thread = 0; thread != graph_.threads(); ++thread) {
    const EventId last =
        last_of(thread, location, [&](EventId /*id*/, const Event& event) { return graph_.rank(event) < rank; });
    if (!last.is_event() || view.contains(last)) continue;
    view.raise(thread, last.index() + 1);
    view.join(graph_.views(last).strong);
    grew = true;
  }
  return grew;
}

bool SeqCstAccesses::exist_in_order_with(EventId id) const {
  const Event& event = graph_[id];
  const Cell& own_location = graph_.location(event.request.location);
  const unsigned own_rank = graph_.rank(event);
  View before = graph_.views(id).strong;
  bool is_cyclic = false;
  bool grows = true;
  while (grows && !is_cyclic) {
    grows = false;
    graph_.for_each_location([&](unsigned number) {
      const Cell& location = graph_.location(number);
      if (is_cyclic || location.writes.size() == 1) return;
      const bool is_own = &location == &own_location;
      const unsigned highest = std::max(highest_rank(location, before), is_own ? own_rank : 0);
      is_cyclic = is_own && highest > own_rank;
      if (highest != 0) grows |= add_below(location, highest, before);
    });
  }
  return !is_cyclic;
}

}  // namespace vigil::checker
