#include "seq_cst_order.hpp"

#include "faults.hpp"

#include <vigil/checker/per_thread.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vigil::checker {
namespace {

bool is_fence(const Event& event) {
  return event.request.operation == Operation::fence && !faults.fences_order_nothing;
}

// Coherence order ranks the events of a location: each write, then its readers, then the next write.
std::size_t rank_of_write(std::size_t place) { return 2 * place; }
std::size_t rank_of(const Graph& graph, const Event& event) {
  return event.writes ? rank_of_write(event.place) : rank_of_write(graph.place(event.source)) + 1;
}

// Whether the event is the beginning of a constraint: it is seq_cst, or a seq_cst fence happens before it.
bool begins_constraint(const Graph& graph, const Event& event) {
  if (event.demands.is_seq_cst()) return true;
  return std::any_of(graph.seq_cst_events().begin(), graph.seq_cst_events().end(),
                     [&](EventId other) { return event.happens_before.contains(other) && is_fence(graph[other]); });
}

// Whether the event is the end of a constraint: it is seq_cst, or happens before a seq_cst fence.
bool ends_constraint(const Graph& graph, EventId id) {
  if (graph[id].demands.is_seq_cst()) return true;
  return std::any_of(graph.seq_cst_events().begin(), graph.seq_cst_events().end(),
                     [&](EventId other) { return graph[other].happens_before.contains(id) && is_fence(graph[other]); });
}

// Whether the event begins a constraint that a coherence-ordered later event ends. Most do not.
bool may_close_cycle(const Graph& graph, const Event& event) {
  if (!has_location(event.request.operation) || !begins_constraint(graph, event)) return false;
  const Cell& cell = graph.location(event.request.location);
  const std::size_t own = rank_of(graph, event);
  for (std::size_t place = own / 2 + 1; place < cell.writes.size(); ++place)
    if (ends_constraint(graph, cell.writes[place])) return true;
  return std::any_of(cell.reads.begin(), cell.reads.end(), [&](EventId id) {
    const Event& read = graph[id];
    return !read.writes && rank_of(graph, read) > own && ends_constraint(graph, id);
  });
}

// The events that S must put before an event and before the seq_cst fences that happen before it. One object serves all
// searches of an OS thread, to reuse its memory.
class Predecessors {
 public:
  // Whether they include an end of a constraint that begins with the event.
  [[nodiscard]] bool close_cycle(const Graph& graph, EventId id);

 private:
  // An access to a location that has more than its initial value.
  struct Access {
    EventId id;
    std::uint16_t rank;
    const Event* event;
  };
  struct Location {
    unsigned number;
    std::size_t reached;   // the highest rank that ends a constraint on the gathered events
    Access *first, *last;  // those that are not gathered yet
  };
  enum class Mark : std::uint8_t { none, gathered, followed };

  void begin(const Graph& graph);
  // Returns the end of the list.
  [[nodiscard]] Access* list_accesses(const Cell& cell, Access* next) const;
  // Follows the gathered events; false if there was nothing new.
  [[nodiscard]] bool follow_all();
  void follow(const Event& event);
  // Raises `reached` to what happens before a fence.
  void raise(Location& location) const;
  void gather_below(Location& location);
  void gather(const Event& event);

  const Graph* graph_ = nullptr;
  std::vector<Location> locations_;
  std::vector<Access> accesses_;  // at least as many as the graph has events
  std::vector<Mark> marks_;       // of the seq_cst events
  View begun_;                    // its fences are gathered: they happen before the beginning of a constraint
  View ended_;                    // what happens before a gathered fence
  View strong_;                   // what strongly happens before a gathered event
};

void Predecessors::begin(const Graph& graph) {
  graph_ = &graph;
  locations_.clear();
  if (accesses_.size() < graph.size()) accesses_.resize(graph.size());
  Access* next = accesses_.data();
  graph.for_each_location([this, &next](unsigned number) {
    const Cell& cell = graph_->location(number);
    if (cell.writes.size() == 1) return;
    Access* const first = next;
    next = list_accesses(cell, next);
    locations_.push_back({number, 0, first, next});
  });
  marks_.assign(graph.seq_cst_events().size(), Mark::none);
  begun_ = ended_ = strong_ = View();
}

Predecessors::Access* Predecessors::list_accesses(const Cell& cell, Access* next) const {
  for (std::size_t place = 1; place != cell.writes.size(); ++place) {
    const EventId id = cell.writes[place];
    *next++ = {id, static_cast<std::uint16_t>(rank_of_write(place)), &(*graph_)[id]};
  }
  for (const EventId id : cell.reads) {
    const Event& event = (*graph_)[id];
    if (!event.writes) *next++ = {id, static_cast<std::uint16_t>(rank_of(*graph_, event)), &event};
  }
  return next;
}

void Predecessors::gather(const Event& event) {
  begun_.join(event.happens_before);
  if (event.demands.is_seq_cst() && marks_[event.number] == Mark::none) marks_[event.number] = Mark::gathered;
}

void Predecessors::follow(const Event& event) {
  strong_.join(event.strong);
  if (is_fence(event)) {
    ended_.join(event.happens_before);
  } else if (has_location(event.request.operation)) {
    const std::size_t rank = rank_of(*graph_, event);
    for (Location& location : locations_)
      if (location.number == event.request.location) location.reached = std::max(location.reached, rank);
  }
}

bool Predecessors::follow_all() {
  const auto& events = graph_->seq_cst_events();
  bool progress = false;
  for (std::size_t number = 0; number != events.size(); ++number) {
    if (marks_[number] == Mark::followed) continue;
    const EventId id = events[number];
    const Event& event = (*graph_)[id];
    if (marks_[number] == Mark::none && !strong_.contains(id) && !(begun_.contains(id) && is_fence(event))) continue;
    marks_[number] = Mark::followed;
    follow(event);
    progress = true;
  }
  return progress;
}

void Predecessors::raise(Location& location) const {
  for (const Access* each = location.first; each != location.last; ++each)
    if (each->rank > location.reached && ended_.contains(each->id)) location.reached = each->rank;
}

void Predecessors::gather_below(Location& location) {
  for (Access* each = location.first; each != location.last;) {
    if (each->rank >= location.reached) {
      ++each;
      continue;
    }
    gather(*each->event);
    *each = *--location.last;
  }
}

bool Predecessors::close_cycle(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  const std::size_t own = rank_of(graph, event);
  begin(graph);
  gather(event);
  while (follow_all())
    for (Location& location : locations_) {
      raise(location);
      if (location.number == event.request.location && location.reached > own) return true;
      gather_below(location);
    }
  return false;
}

VIGIL_PER_THREAD Predecessors predecessors;

}  // namespace

bool SeqCstOrder::exists_with(EventId id) const {
  return !may_close_cycle(graph_, graph_[id]) || !predecessors.close_cycle(graph_, id);
}

}  // namespace vigil::checker
