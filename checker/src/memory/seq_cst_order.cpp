#include "seq_cst_order.hpp"

#include "faults.hpp"
#include "seq_cst_accesses.hpp"

#include <vigil/checker/per_thread.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vigil::checker {
namespace {

bool is_light(const Event& event) { return event.request.operation == Operation::light_fence; }
bool is_heavy(const Event& event) { return event.request.operation == Operation::heavy_fence; }
// A heavy fence is a fence, too.
bool is_full(const Event& event) {
  if (faults.fences_order_nothing) return false;
  return event.request.operation == Operation::fence || is_heavy(event) ||
         (faults.light_fences_are_full && is_light(event));
}
bool is_any_fence(const Event& event) { return is_full(event) || is_light(event) || is_heavy(event); }

// A is coherence-ordered before B. S has what stands for A before what stands for B.
struct Rule {
  bool (*begins)(const Event&);  // a seq_cst fence that stands for A, if it happens before A
  bool (*ends)(const Event&);    // one that stands for B, if B happens before it
  bool has_accesses;             // A and B stand for themselves, if they are seq_cst
};
// [atomics.order], and what P1202R5 adds to it.
constexpr std::array<Rule, 3> kRules{
    {{&is_full, &is_full, true}, {&is_light, &is_heavy, false}, {&is_heavy, &is_light, false}}};

std::span<const Rule> rules_of(const Graph& graph) {
  const auto& events = graph.seq_cst_events();
  const bool has_light = std::any_of(events.begin(), events.end(), [&](EventId id) { return is_light(graph[id]); });
  return std::span(kRules).first(has_light && !faults.asymmetric_fences_are_unordered ? kRules.size() : 1);
}

// Whether the event is the beginning of a constraint: it is seq_cst, or a seq_cst fence happens before it.
bool begins_constraint(const Graph& graph, EventId id) {
  if (graph[id].demands.is_seq_cst()) return true;
  const View& known = graph.views(id).happens_before;
  return std::any_of(graph.seq_cst_events().begin(), graph.seq_cst_events().end(),
                     [&](EventId other) { return known.contains(other) && is_any_fence(graph[other]); });
}

// Whether the event is the end of a constraint: it is seq_cst, or happens before a seq_cst fence.
bool ends_constraint(const Graph& graph, EventId id) {
  if (graph[id].demands.is_seq_cst()) return true;
  return std::any_of(graph.seq_cst_events().begin(), graph.seq_cst_events().end(), [&](EventId other) {
    return graph.views(other).happens_before.contains(id) && is_any_fence(graph[other]);
  });
}

// Whether the event begins a constraint that a coherence-ordered later event ends. Most do not.
bool may_close_cycle(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  if (!has_location(event.request.operation) || !begins_constraint(graph, id)) return false;
  const Cell& cell = graph.location(event.request.location);
  const std::size_t own = graph.rank(event);
  for (std::size_t place = own / 2 + 1; place < cell.writes.size(); ++place)
    if (ends_constraint(graph, cell.writes[place])) return true;
  return std::any_of(cell.reads.begin(), cell.reads.end(), [&](EventId reader) {
    const Event& read = graph[reader];
    return !read.writes && graph.rank(read) > own && ends_constraint(graph, reader);
  });
}

// The events that S must put before the beginnings of an event's constraints by one rule: before the event, if it
// stands for itself, and before the fences that stand for it. One object serves all searches of an OS thread, to reuse
// its memory.
class Predecessors {
 public:
  // Whether they include an end of a constraint that begins with the event.
  [[nodiscard]] bool close_cycle(const Graph& graph, EventId id);

 private:
  // An access to a location that has more than its initial value.
  struct Access {
    EventId id;
    std::uint16_t rank;
  };
  struct Location {
    unsigned number;
    std::size_t reached;   // the highest rank that ends a constraint on the gathered events
    Access *first, *last;  // those that are not gathered yet
  };
  // What was gathered by one rule.
  struct Reach {
    std::vector<Location> locations;
    std::vector<Access> accesses;  // at least as many as the graph has events
    View begun;                    // its fences that begin constraints are gathered
    View ended;                    // what happens before a gathered fence that ends constraints
  };
  enum class Mark : std::uint8_t { none, gathered, followed };

  void begin(const Graph& graph);
  void begin(Reach& reach) const;
  // Returns the end of the list.
  [[nodiscard]] Access* list_accesses(const Cell& cell, Access* next) const;
  [[nodiscard]] bool close_cycle(std::size_t rule, EventId id);
  // Follows the gathered events; false if there was nothing new.
  [[nodiscard]] bool follow_all();
  void follow(EventId id);
  [[nodiscard]] bool is_gathered(EventId id) const;
  // Raises `reached` to what happens before a fence.
  static void raise(const Reach& reach, Location& location);
  void gather_below(std::size_t rule, Location& location);
  void gather(std::size_t rule, EventId id);

  const Graph* graph_ = nullptr;
  std::span<const Rule> rules_;
  std::array<Reach, kRules.size()> reaches_;
  std::vector<Mark> marks_;  // of the seq_cst events
  View strong_;              // what strongly happens before a gathered event
};

void Predecessors::begin(const Graph& graph) {
  graph_ = &graph;
  for (std::size_t rule = 0; rule != rules_.size(); ++rule) begin(reaches_[rule]);
  marks_.assign(graph.seq_cst_events().size(), Mark::none);
  strong_ = View();
}

void Predecessors::begin(Reach& reach) const {
  reach.locations.clear();
  if (reach.accesses.size() < graph_->size()) reach.accesses.resize(graph_->size());
  Access* next = reach.accesses.data();
  graph_->for_each_location([&](unsigned number) {
    const Cell& cell = graph_->location(number);
    if (cell.writes.size() == 1) return;
    Access* const first = next;
    next = list_accesses(cell, next);
    reach.locations.push_back({number, 0, first, next});
  });
  reach.begun = reach.ended = View();
}

Predecessors::Access* Predecessors::list_accesses(const Cell& cell, Access* next) const {
  for (std::size_t place = 1; place != cell.writes.size(); ++place) {
    const EventId id = cell.writes[place];
    *next++ = {id, static_cast<std::uint16_t>(graph_->rank((*graph_)[id]))};
  }
  for (const EventId id : cell.reads) {
    const Event& event = (*graph_)[id];
    if (!event.writes) *next++ = {id, static_cast<std::uint16_t>(graph_->rank(event))};
  }
  return next;
}

void Predecessors::gather(std::size_t rule, EventId id) {
  const Event& event = (*graph_)[id];
  reaches_[rule].begun.join(graph_->views(id).happens_before);
  const bool stands_for_itself = rules_[rule].has_accesses && event.demands.is_seq_cst();
  if (stands_for_itself && marks_[event.number] == Mark::none) marks_[event.number] = Mark::gathered;
}

void Predecessors::follow(EventId id) {
  const Event& event = (*graph_)[id];
  const Views& views = graph_->views(id);
  strong_.join(views.strong);
  for (std::size_t rule = 0; rule != rules_.size(); ++rule) {
    Reach& reach = reaches_[rule];
    if (rules_[rule].ends(event)) {
      reach.ended.join(views.happens_before);
    } else if (rules_[rule].has_accesses && has_location(event.request.operation)) {
      const std::size_t rank = graph_->rank(event);
      for (Location& location : reach.locations)
        if (location.number == event.request.location) location.reached = std::max(location.reached, rank);
    }
  }
}

bool Predecessors::is_gathered(EventId id) const {
  if (strong_.contains(id)) return true;
  for (std::size_t rule = 0; rule != rules_.size(); ++rule)
    if (reaches_[rule].begun.contains(id) && rules_[rule].begins((*graph_)[id])) return true;
  return false;
}

bool Predecessors::follow_all() {
  const auto& events = graph_->seq_cst_events();
  bool progress = false;
  for (std::size_t number = 0; number != events.size(); ++number) {
    if (marks_[number] == Mark::followed) continue;
    if (marks_[number] == Mark::none && !is_gathered(events[number])) continue;
    marks_[number] = Mark::followed;
    follow(events[number]);
    progress = true;
  }
  return progress;
}

void Predecessors::raise(const Reach& reach, Location& location) {
  for (const Access* each = location.first; each != location.last; ++each)
    if (each->rank > location.reached && reach.ended.contains(each->id)) location.reached = each->rank;
}

void Predecessors::gather_below(std::size_t rule, Location& location) {
  for (Access* each = location.first; each != location.last;) {
    if (each->rank >= location.reached) {
      ++each;
      continue;
    }
    gather(rule, each->id);
    *each = *--location.last;
  }
}

bool Predecessors::close_cycle(std::size_t rule, EventId id) {
  const Event& event = (*graph_)[id];
  const std::size_t own = graph_->rank(event);
  gather(rule, id);
  while (follow_all())
    for (std::size_t each = 0; each != rules_.size(); ++each)
      for (Location& location : reaches_[each].locations) {
        raise(reaches_[each], location);
        if (each == rule && location.number == event.request.location && location.reached > own) return true;
        gather_below(each, location);
      }
  return false;
}

bool Predecessors::close_cycle(const Graph& graph, EventId id) {
  rules_ = rules_of(graph);
  for (std::size_t rule = 0; rule != rules_.size(); ++rule) {
    begin(graph);
    if (close_cycle(rule, id)) return true;
  }
  return false;
}

VIGIL_PER_THREAD Predecessors predecessors;

}  // namespace

bool SeqCstOrder::exists_with(EventId id) const {
  if (!may_close_cycle(graph_, id)) return true;
  return graph_.has_seq_cst_fence() ? !predecessors.close_cycle(graph_, id)
                                    : SeqCstAccesses(graph_).exist_in_order_with(id);
}

}  // namespace vigil::checker
