#include "x86_tso.hpp"

#include "faults.hpp"
#include "relation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace vigil::checker {
namespace {

// What an event is to the machine.
enum class Kind { nothing, read, write, full };

Kind kind_of(const Event& event) {
  switch (event.request.operation) {
    case Operation::load:
    case Operation::await:
      return Kind::read;
    case Operation::store:
    case Operation::unlock:
      return event.demands.is_seq_cst() || faults.no_store_buffer ? Kind::full : Kind::write;
    case Operation::fence:
    case Operation::heavy_fence:
      return event.demands.is_seq_cst() ? Kind::full : Kind::nothing;
    case Operation::light_fence:
    case Operation::before_fence:
    case Operation::after_fence:
    case Operation::choose:
    case Operation::spin:
      return Kind::nothing;
    default:  // locked instructions; the start and the end of a thread count as such
      return Kind::full;
  }
}

// Calls `visit` with events that ghb of Herding Cats puts after `from`: the others follow from these. It contains
// preserved program order, reads from other threads, and coherence order.
template <class Visit>
class Successors {
 public:
  Successors(const Graph& graph, Visit visit) : graph_(graph), visit_(visit) {}

  void of(EventId from) {
    in_program_order(from);
    const Event& event = graph_[from];
    if (has_location(event.request.operation))
      at_location(from, event);
    else if (event.request.operation == Operation::start_thread)
      of_start(from, static_cast<unsigned>(event.request.operand));
    else if (event.request.operation == Operation::end)
      of_end(from, event);
  }

 private:
  void in_program_order(EventId from) {
    const Kind kind = kind_of(graph_[from]);
    if (kind == Kind::nothing) return;
    for (unsigned index = from.index() + 1; index < graph_.size(from.thread()); ++index) {
      const EventId later(from.thread(), index);
      const Kind then = kind_of(graph_[later]);
      const bool overtakes = kind == Kind::write && then == Kind::read;
      if (then == Kind::nothing || overtakes) continue;
      visit_(later);
      // An event after a write may overtake the write, but not an earlier read.
      if (then != Kind::write || kind == Kind::write || faults.stores_hide_program_order) return;
    }
  }

  void at_location(EventId from, const Event& event) {
    const Cell& cell = graph_.location(event.request.location);
    const unsigned place = event.writes ? event.place : graph_.place(event.source);
    if (place + 1 < cell.writes.size()) visit_(cell.writes[place + 1]);
    if (!event.writes) return;
    for (const EventId reader : cell.reads)
      if (reader.thread() != from.thread() && graph_[reader].source == from) visit_(reader);
  }

  void of_start(EventId from, unsigned started) {
    const EventId begin(started, 0);
    if (graph_.size(started) != 0 && graph_[begin].source == from) visit_(begin);
  }

  void of_end(EventId from, const Event& event) {
    for (unsigned position = event.position + 1U; position < graph_.size(); ++position)
      if (!graph_[graph_.at(position)].reads && graph_[graph_.at(position)].source == from) visit_(graph_.at(position));
  }

  const Graph& graph_;
  Visit visit_;
};

// Searches for a cycle in ghb.
class GlobalOrder {
 public:
  explicit GlobalOrder(const Graph& graph) : graph_(graph), seen_(graph.size()) {}

  [[nodiscard]] bool leads_back_to(EventId id) {
    Successors successors(graph_, [this](EventId next) { reach(next); });
    next_.push_back(id);
    while (!next_.empty()) {
      const EventId from = next_.back();
      next_.pop_back();
      successors.of(from);
      if (seen_[graph_[id].position]) return true;
    }
    return false;
  }

 private:
  void reach(EventId id) {
    if (seen_[graph_[id].position]) return;
    seen_[graph_[id].position] = true;
    next_.push_back(id);
  }

  const Graph& graph_;
  std::vector<bool> seen_;
  std::vector<EventId> next_;
};

// From the last event of a thread, a cycle can go on only to its readers and to later writes.
bool closes_cycle(const Graph& graph, EventId id) {
  return has_location(graph[id].request.operation) && GlobalOrder(graph).leads_back_to(id);
}

bool empties_all_buffers(const Event& event) {
  return event.request.operation == Operation::heavy_fence && event.demands.is_seq_cst() &&
         !faults.heavy_fences_end_at_home;
}

bool has_heavy_fence(const Graph& graph) {
  const auto& events = graph.seq_cst_events();
  return std::any_of(events.begin(), events.end(), [&](EventId id) { return empties_all_buffers(graph[id]); });
}

// Whether there is a global order in which heavy fences do what membarrier does: between the beginning and the end of a
// heavy fence there is, for each other thread, a moment at which the store buffer of that thread is empty. The moments
// of two threads may differ. At a moment no load has come before it that overtook a store that comes after it.
class HeavyFences {
 public:
  explicit HeavyFences(const Graph& graph);
  [[nodiscard]] bool have_moments();

 private:
  // A store, and a load that may overtake it. Numbers of the relation.
  struct Pair {
    unsigned store, load;
  };
  // The moment of another thread in a heavy fence.
  struct Moment {
    unsigned number, thread;
  };

  // Adds what follows, too: the relation is its own closure.
  void put_before(unsigned one, unsigned other);
  void add_moments(EventId fence);
  void list_pairs(unsigned thread);
  // Whether the pair may still be on either side of the moment, after what is known has been added.
  [[nodiscard]] bool is_open(const Moment& moment, const Pair& pair);

  const Graph& graph_;
  Relation order_;
  bool has_cycle_ = false;
  std::vector<Moment> moments_;
  std::array<std::vector<Pair>, kMostThreads> pairs_;
};

unsigned count_of_moments(const Graph& graph) {
  const auto& events = graph.seq_cst_events();
  const auto fences =
      std::count_if(events.begin(), events.end(), [&](EventId id) { return empties_all_buffers(graph[id]); });
  return static_cast<unsigned>(fences) * graph.threads();
}

HeavyFences::HeavyFences(const Graph& graph) : graph_(graph), order_(graph.size() + count_of_moments(graph)) {
  if (order_.size() > Row::kMost) throw std::length_error("x86-TSO: more than 512 events beside heavy fences");
  for (unsigned position = 0; position != graph.size(); ++position)
    Successors(graph, [&](EventId next) { put_before(position, graph[next].position); }).of(graph.at(position));
  for (const EventId id : graph.seq_cst_events())
    if (empties_all_buffers(graph[id])) add_moments(id);
  for (unsigned thread = 0; thread != graph.threads(); ++thread) list_pairs(thread);
}

void HeavyFences::put_before(unsigned one, unsigned other) {
  has_cycle_ |= one == other || order_.has(other, one);
  if (order_.has(one, other)) return;
  Row reached = order_[other];
  reached.set(other);
  for (unsigned each = 0; each != order_.size(); ++each)
    if (each == one || order_.has(each, one)) order_[each] |= reached;
}

// The fence is full itself: what its thread did before it comes before the fence, and so before each of the moments.
void HeavyFences::add_moments(EventId fence) {
  const unsigned own = graph_[fence].position;
  const Row after = order_[own];
  for (unsigned thread = 0; thread != graph_.threads(); ++thread) {
    if (thread == fence.thread()) continue;
    const unsigned number = graph_.size() + static_cast<unsigned>(moments_.size());
    for (unsigned each = 0; each != graph_.size(); ++each)
      if (order_.has(each, own)) put_before(each, number);
    after.for_each([&](std::size_t each) { put_before(number, static_cast<unsigned>(each)); });
    moments_.push_back({number, thread});
  }
}

void HeavyFences::list_pairs(unsigned thread) {
  for (unsigned store = 0; store < graph_.size(thread); ++store)
    for (unsigned load = store + 1; load < graph_.size(thread); ++load) {
      const Event& first = graph_[EventId(thread, store)];
      const Event& second = graph_[EventId(thread, load)];
      if (kind_of(first) == Kind::write && kind_of(second) == Kind::read &&
          !order_.has(first.position, second.position))
        pairs_[thread].push_back({first.position, second.position});
    }
}

bool HeavyFences::is_open(const Moment& moment, const Pair& pair) {
  if (order_.has(pair.load, moment.number)) put_before(pair.store, moment.number);
  if (order_.has(moment.number, pair.store)) put_before(moment.number, pair.load);
  return !order_.has(pair.store, moment.number) && !order_.has(moment.number, pair.load);
}

bool HeavyFences::have_moments() {
  const Moment* moment = nullptr;
  Pair pair{};
  for (bool is_known = false; !is_known && !has_cycle_;) {
    const Relation before = order_;
    moment = nullptr;
    for (const Moment& each : moments_)
      for (const Pair& of_thread : pairs_[each.thread])
        if (is_open(each, of_thread)) moment = &each, pair = of_thread;
    is_known = before == order_;
  }
  if (has_cycle_ || moment == nullptr) return !has_cycle_;
  HeavyFences store_first = *this;
  store_first.put_before(pair.store, moment->number);
  if (store_first.have_moments()) return true;
  put_before(moment->number, pair.load);
  return have_moments();
}

}  // namespace

void X86Tso::adjust(Request& request) const {
  const auto of_write = request.demands.is_seq_cst() ? std::memory_order_seq_cst : std::memory_order_release;
  if (request.operation == Operation::load || request.operation == Operation::await) {
    request.demands = Demands::of_read(std::memory_order_acquire);
  } else if (is_store(request.operation)) {
    request.demands = Demands::of_write(of_write);
  } else if (has_location(request.operation)) {
    request.demands = Demands::of_both(std::memory_order_acq_rel);
    request.failure = Demands::of_read(std::memory_order_acquire);
  }
  if (request.operation == Operation::weak_compare_exchange) request.spurious = 0;
}

bool X86Tso::allows(const Graph& graph, EventId id, EventId reader) {
  if (closes_cycle(graph, id) || (!reader.is_none() && closes_cycle(graph, reader))) return false;
  return !has_heavy_fence(graph) || HeavyFences(graph).have_moments();
}

}  // namespace vigil::checker
