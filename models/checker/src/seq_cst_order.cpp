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

// The constraints on S. One object serves all searches of a thread of the program, for its memory.
template <unsigned Words>
class Constraints {
 public:
  using Events = Set<Words>;

  void number_events(const Graph& graph);
  // What is coherence-ordered after `id` contains an end of a constraint, and `id` a beginning.
  [[nodiscard]] bool may_close_cycle(const Graph& graph, EventId id);
  [[nodiscard]] bool are_acyclic(const Graph& graph);

 private:
  // Of one thread, for each number of its events: the seq_cst events and fences among the first so many; for each
  // event, the fences that it happens before.
  struct OfThread {
    std::vector<Events> events, fences, fences_after;
  };

  void find_fences_after(const Graph& graph);
  void add_strong(const Graph& graph);
  void add_coherence(const Graph& graph, const Cell& location);
  [[nodiscard]] bool has_no_cycle() const;

  // As the end of a constraint: the event itself if it is seq_cst, and the fences that it happens before.
  [[nodiscard]] Events ends(EventId id) const {
    Events result = itself(id);
    if (has_fences_) result |= threads_[id.thread()].fences_after[id.index()];
    return result;
  }
  // As the beginning of a constraint: the event itself, and the fences that happen before it.
  [[nodiscard]] Events beginnings(const Graph& graph, EventId id) const {
    Events result = itself(id);
    if (!has_fences_) return result;
    const View& known = graph[id].happens_before;
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      result |= threads_[thread].fences[known.count(thread)];
    return result;
  }
  [[nodiscard]] Events itself(EventId id) const {
    Events result;
    const auto number = numbers_[id.thread()][id.index()];
    if (number >= 0) result.add(static_cast<unsigned>(number));
    return result;
  }

  std::vector<EventId> nodes_;
  std::vector<Events> before_;  // each event: what must precede it in S
  std::array<OfThread, kMostThreads> threads_;
  std::array<std::vector<std::int16_t>, kMostThreads> numbers_;
  std::vector<EventId> readers_;
  bool has_fences_ = false;
};

template <unsigned Words>
void Constraints<Words>::number_events(const Graph& graph) {
  nodes_.clear();
  has_fences_ = false;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) {
    auto& own = threads_[thread];
    const unsigned size = graph.size(thread);
    own.events.resize(size + 1);
    own.fences.resize(size + 1);
    numbers_[thread].assign(size, -1);
    Events events, fences;
    own.events[0] = own.fences[0] = Events();
    for (unsigned index = 0; index != size; ++index) {
      const Event& event = graph[EventId(thread, index)];
      if (event.demands.is_seq_cst()) {
        const auto number = static_cast<unsigned>(nodes_.size());
        numbers_[thread][index] = static_cast<std::int16_t>(number);
        nodes_.push_back(EventId(thread, index));
        events.add(number);
        if (event.request.operation == Operation::fence && !faults.fences_order_nothing) {
          fences.add(number);
          has_fences_ = true;
        }
      }
      own.events[index + 1] = events;
      own.fences[index + 1] = fences;
    }
  }
  if (has_fences_) find_fences_after(graph);
}

template <unsigned Words>
void Constraints<Words>::find_fences_after(const Graph& graph) {
  for (unsigned thread = 0; thread != graph.threads(); ++thread)
    threads_[thread].fences_after.assign(graph.size(thread), Events());
  for (unsigned number = 0; number != nodes_.size(); ++number) {
    const Event& fence = graph[nodes_[number]];
    if (fence.request.operation != Operation::fence) continue;
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      if (const unsigned count = fence.happens_before.count(thread); count != 0)
        threads_[thread].fences_after[count - 1].add(number);
  }
  for (unsigned thread = 0; thread != graph.threads(); ++thread) {
    auto& after = threads_[thread].fences_after;
    for (std::size_t i = after.size(); i > 1; --i) after[i - 2] |= after[i - 1];
  }
}

template <unsigned Words>
bool Constraints<Words>::may_close_cycle(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  if (!has_location(event.request.operation) || beginnings(graph, id).is_empty()) return false;
  const Cell& location = graph.location(event.request.location);
  const unsigned own = event.writes ? event.place : graph.place(event.source);
  for (unsigned place = own + 1; place < location.writes.size(); ++place)
    if (!ends(location.writes[place]).is_empty()) return true;
  return std::any_of(location.reads.begin(), location.reads.end(), [&](EventId read) {
    if (read == id || graph[read].writes) return false;
    const unsigned place = graph.place(graph[read].source);
    return (event.writes ? place >= own : place > own) && !ends(read).is_empty();
  });
}

template <unsigned Words>
void Constraints<Words>::add_strong(const Graph& graph) {
  for (unsigned number = 0; number != nodes_.size(); ++number) {
    const View& strong = graph[nodes_[number]].strong;
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      before_[number] |= threads_[thread].events[strong.count(thread)];
  }
}

// Coherence order ranks the events of a location: each write, then those that read it, then the next write.
template <unsigned Words>
void Constraints<Words>::add_coherence(const Graph& graph, const Cell& location) {
  if (location.writes.size() == 1) return;
  readers_.clear();
  for (const EventId read : location.reads)
    if (!graph[read].writes) readers_.push_back(read);
  Events lower;
  const auto follow = [&](EventId id) { ends(id).for_each([&](unsigned end) { before_[end] |= lower; }); };
  for (unsigned place = 0; place != location.writes.size(); ++place) {
    const EventId write = location.writes[place];
    if (write.is_event()) {
      follow(write);
      lower |= beginnings(graph, write);
    }
    Events of_readers;
    for (const EventId read : readers_) {
      if (graph[read].source != write) continue;
      follow(read);
      of_readers |= beginnings(graph, read);
    }
    lower |= of_readers;
  }
}

template <unsigned Words>
bool Constraints<Words>::has_no_cycle() const {
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
bool Constraints<Words>::are_acyclic(const Graph& graph) {
  before_.assign(nodes_.size(), Events());
  add_strong(graph);
  graph.for_each_location([&](unsigned number) { add_coherence(graph, graph.location(number)); });
  return has_no_cycle();
}

template <unsigned Words>
bool exists_in(const Graph& graph, EventId added) {
  thread_local Constraints<Words> constraints;
  constraints.number_events(graph);
  if (added.is_event() && !constraints.may_close_cycle(graph, added)) return true;
  return constraints.are_acyclic(graph);
}

bool exists_in(const Graph& graph, EventId added) {
  const unsigned events = graph.seq_cst_events();
  if (events <= Set<1>::kMost) return exists_in<1>(graph, added);
  if (events <= Set<4>::kMost) return exists_in<4>(graph, added);
  if (events <= Set<32>::kMost) return exists_in<32>(graph, added);
  throw std::length_error("more than 2048 seq_cst operations in one execution");
}

}  // namespace

bool SeqCstOrder::exists() const { return exists_in(graph_, EventId::none()); }
bool SeqCstOrder::exists_with(EventId id) const { return exists_in(graph_, id); }

}  // namespace vigil::checker
