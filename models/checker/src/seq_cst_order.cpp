#include "seq_cst_order.hpp"

#include "faults.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace vigil::checker {
namespace {

bool is_fence(const Graph& graph, EventId id) {
  return graph[id].request.operation == Operation::fence && !faults.fences_order_nothing;
}

// A set of seq_cst events, by number.
template <unsigned Words>
class Set {
 public:
  static constexpr unsigned kMost = Words * 64;

  void add(unsigned number) { words_[number / 64] |= std::uint64_t{1} << (number % 64); }
  void remove(unsigned number) { words_[number / 64] &= ~(std::uint64_t{1} << (number % 64)); }
  Set& operator|=(const Set& other) {
    for (unsigned i = 0; i != Words; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  [[nodiscard]] bool is_empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
  }
  [[nodiscard]] bool meets(const Set& other) const {
    for (unsigned i = 0; i != Words; ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (unsigned i = 0; i != Words; ++i)
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(rest)));
  }

 private:
  std::array<std::uint64_t, Words> words_{};
};

// Whether an event is the beginning of a constraint: it is seq_cst, or a seq_cst fence happens before it.
bool begins_constraint(const Graph& graph, EventId id) {
  if (graph[id].demands.is_seq_cst()) return true;
  const View& known = graph[id].happens_before;
  return std::any_of(graph.seq_cst_events().begin(), graph.seq_cst_events().end(),
                     [&](EventId other) { return is_fence(graph, other) && known.contains(other); });
}

// Whether it is the end of one: it is seq_cst, or happens before a seq_cst fence.
bool ends_constraint(const Graph& graph, EventId id) {
  if (graph[id].demands.is_seq_cst()) return true;
  return std::any_of(graph.seq_cst_events().begin(), graph.seq_cst_events().end(),
                     [&](EventId other) { return is_fence(graph, other) && graph[other].happens_before.contains(id); });
}

// Whether `id` begins a constraint that something coherence-ordered after it ends.
bool may_close_cycle(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  if (!has_location(event.request.operation) || !begins_constraint(graph, id)) return false;
  const Cell& location = graph.location(event.request.location);
  const unsigned own = event.writes ? event.place : graph.place(event.source);
  for (unsigned place = own + 1; place < location.writes.size(); ++place)
    if (ends_constraint(graph, location.writes[place])) return true;
  return std::any_of(location.reads.begin(), location.reads.end(), [&](EventId read) {
    if (read == id || graph[read].writes) return false;
    const unsigned place = graph.place(graph[read].source);
    return (event.writes ? place >= own : place > own) && ends_constraint(graph, read);
  });
}

// The constraints on S. One object serves all searches of a thread of the program, for its memory.
template <unsigned Words>
class SeqCstConstraints {
 public:
  [[nodiscard]] bool are_acyclic(const Graph& graph);

 private:
  using Events = Set<Words>;
  static constexpr std::int16_t kNotSeqCst = -1;

  // An event of a thread, or the end of the thread.
  struct Entry {
    Events events_before, fences_before;  // seq_cst ones among the earlier events of the thread
    Events fences_after;                  // that the event happens before
    std::int16_t number = kNotSeqCst;
  };
  // What the constraints through a location may begin with, up to a place of its modification order.
  struct Level {
    Events below;  // that place: earlier writes, and their readers
    Events write, readers;
  };

  void number_thread(const Graph& graph, unsigned thread);
  void find_fences_after(const Graph& graph);
  void add_strong(const Graph& graph);
  void add_coherence(const Graph& graph, const Cell& location);
  [[nodiscard]] bool has_no_cycle() const;

  // As the end of a constraint: the event itself if it is seq_cst, and the fences that it happens before.
  [[nodiscard]] Events ends(EventId id) const {
    const Entry& entry = entry_of(id);
    Events result = entry.fences_after;
    if (entry.number != kNotSeqCst) result.add(static_cast<unsigned>(entry.number));
    return result;
  }
  // As the beginning of a constraint: the event itself, and the fences that happen before it.
  [[nodiscard]] Events beginnings(const Graph& graph, EventId id) const {
    Events result;
    const Entry& entry = entry_of(id);
    if (entry.number != kNotSeqCst) result.add(static_cast<unsigned>(entry.number));
    if (!has_fences_) return result;
    const View& known = graph[id].happens_before;
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      result |= entries_[first_[thread] + known.count(thread)].fences_before;
    return result;
  }
  [[nodiscard]] const Entry& entry_of(EventId id) const { return entries_[first_[id.thread()] + id.index()]; }
  void require_before(const Events& first, EventId id) {
    ends(id).for_each([&](unsigned end) { before_[end] |= first; });
  }

  std::vector<EventId> nodes_;
  std::vector<Events> before_;                  // each event: what must precede it in S
  std::vector<Entry> entries_;                  // of one thread after the other
  std::array<unsigned, kMostThreads> first_{};  // entry of each thread
  std::vector<Level> levels_;
  bool has_fences_ = false;
};

template <unsigned Words>
void SeqCstConstraints<Words>::number_thread(const Graph& graph, unsigned thread) {
  Entry* const entries = &entries_[first_[thread]];
  const unsigned size = graph.size(thread);
  Entry entry;
  for (unsigned index = 0; index != size; ++index) {
    entries[index] = entry;
    const EventId id(thread, index);
    if (!graph[id].demands.is_seq_cst()) continue;
    const auto number = static_cast<unsigned>(nodes_.size());
    entries[index].number = static_cast<std::int16_t>(number);
    nodes_.push_back(id);
    entry.events_before.add(number);
    if (!is_fence(graph, id)) continue;
    entry.fences_before.add(number);
    has_fences_ = true;
  }
  entries[size] = entry;
}

template <unsigned Words>
void SeqCstConstraints<Words>::find_fences_after(const Graph& graph) {
  for (unsigned number = 0; number != nodes_.size(); ++number) {
    if (!is_fence(graph, nodes_[number])) continue;
    const View& known = graph[nodes_[number]].happens_before;
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      if (const unsigned count = known.count(thread); count != 0)
        entries_[first_[thread] + count - 1].fences_after.add(number);
  }
  for (unsigned thread = 0; thread != graph.threads(); ++thread)
    for (unsigned i = graph.size(thread); i > 1; --i)
      entries_[first_[thread] + i - 2].fences_after |= entries_[first_[thread] + i - 1].fences_after;
}

template <unsigned Words>
void SeqCstConstraints<Words>::add_strong(const Graph& graph) {
  for (unsigned number = 0; number != nodes_.size(); ++number) {
    const View& strong = graph[nodes_[number]].strong;
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      before_[number] |= entries_[first_[thread] + strong.count(thread)].events_before;
  }
}

// Coherence order ranks the events of a location: each write, then those that read it, then the next write.
template <unsigned Words>
void SeqCstConstraints<Words>::add_coherence(const Graph& graph, const Cell& location) {
  const auto places = location.writes.size();
  if (places == 1) return;
  levels_.assign(places, Level());
  for (std::size_t place = 1; place != places; ++place)
    levels_[place].write = beginnings(graph, location.writes[place]);
  for (const EventId read : location.reads)
    if (!graph[read].writes) levels_[graph.place(graph[read].source)].readers |= beginnings(graph, read);
  for (std::size_t place = 1; place != places; ++place) {
    Level& level = levels_[place];
    level.below = levels_[place - 1].below;
    level.below |= levels_[place - 1].write;
    level.below |= levels_[place - 1].readers;
    require_before(level.below, location.writes[place]);
  }
  for (const EventId read : location.reads) {
    if (graph[read].writes) continue;
    const Level& level = levels_[graph.place(graph[read].source)];
    Events first = level.below;
    first |= level.write;
    require_before(first, read);
  }
}

template <unsigned Words>
bool SeqCstConstraints<Words>::has_no_cycle() const {
  Events left;
  for (unsigned number = 0; number != nodes_.size(); ++number) left.add(number);
  for (bool progress = true; progress;) {
    progress = false;
    left.for_each([&](unsigned number) {
      if (before_[number].meets(left)) return;
      left.remove(number);
      progress = true;
    });
  }
  return left.is_empty();
}

template <unsigned Words>
bool SeqCstConstraints<Words>::are_acyclic(const Graph& graph) {
  nodes_.clear();
  has_fences_ = false;
  unsigned size = 0;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) {
    first_[thread] = size;
    size += graph.size(thread) + 1;
  }
  if (entries_.size() < size) entries_.resize(size);
  for (unsigned thread = 0; thread != graph.threads(); ++thread) number_thread(graph, thread);
  if (has_fences_) find_fences_after(graph);
  before_.assign(nodes_.size(), Events());
  add_strong(graph);
  graph.for_each_location([&](unsigned number) { add_coherence(graph, graph.location(number)); });
  return has_no_cycle();
}

template <unsigned Words>
bool exists_in(const Graph& graph) {
  thread_local SeqCstConstraints<Words> constraints;
  return constraints.are_acyclic(graph);
}

}  // namespace

bool SeqCstOrder::exists() const {
  const auto events = graph_.seq_cst_events().size();
  if (events <= Set<1>::kMost) return exists_in<1>(graph_);
  if (events <= Set<4>::kMost) return exists_in<4>(graph_);
  if (events <= Set<32>::kMost) return exists_in<32>(graph_);
  throw std::length_error("more than 2048 seq_cst operations in one execution");
}

bool SeqCstOrder::exists_with(EventId id) const { return !may_close_cycle(graph_, id) || exists(); }

}  // namespace vigil::checker
