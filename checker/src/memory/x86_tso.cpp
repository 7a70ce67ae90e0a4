#include "x86_tso.hpp"

#include "faults.hpp"

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
      return event.demands.is_seq_cst() ? Kind::full : Kind::nothing;
    case Operation::choose:
    case Operation::spin:
      return Kind::nothing;
    default:  // locked instructions; the start and the end of a thread count as such
      return Kind::full;
  }
}

// Searches for a cycle in ghb of Herding Cats: preserved program order, reads from other threads, and coherence order.
class GlobalOrder {
 public:
  explicit GlobalOrder(const Graph& graph) : graph_(graph), seen_(graph.size()) {}

  [[nodiscard]] bool leads_back_to(EventId id) {
    next_.push_back(id);
    while (!next_.empty()) {
      const EventId from = next_.back();
      next_.pop_back();
      follow_program_order(from);
      follow_operation(from);
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

  // The first events that stay after `from`. The others follow from these.
  void follow_program_order(EventId from) {
    const Kind kind = kind_of(graph_[from]);
    for (unsigned index = from.index() + 1; index < graph_.size(from.thread()); ++index) {
      const EventId later(from.thread(), index);
      const Kind then = kind_of(graph_[later]);
      const bool overtakes = kind == Kind::write && then == Kind::read;
      if (then == Kind::nothing || overtakes) continue;
      reach(later);
      // An event after a write may overtake the write, but not an earlier read.
      if (then != Kind::write || kind == Kind::write || faults.stores_hide_program_order) return;
    }
  }

  void follow_operation(EventId from) {
    const Event& event = graph_[from];
    if (has_location(event.request.operation)) return follow_location(from, event);
    if (event.request.operation == Operation::start_thread) {
      const auto started = static_cast<unsigned>(event.request.operand);
      const EventId begin(started, 0);
      if (graph_.size(started) != 0 && graph_[begin].source == from) reach(begin);
    } else if (event.request.operation == Operation::end) {
      for (unsigned position = event.position + 1U; position < graph_.size(); ++position)
        if (!graph_[graph_.at(position)].reads && graph_[graph_.at(position)].source == from)
          reach(graph_.at(position));
    }
  }

  void follow_location(EventId from, const Event& event) {
    const Cell& cell = graph_.location(event.request.location);
    const unsigned place = event.writes ? event.place : graph_.place(event.source);
    if (place + 1 < cell.writes.size()) reach(cell.writes[place + 1]);
    if (!event.writes) return;
    for (const EventId reader : cell.reads)
      if (reader.thread() != from.thread() && graph_[reader].source == from) reach(reader);
  }

  const Graph& graph_;
  std::vector<bool> seen_;
  std::vector<EventId> next_;
};

// From the last event of a thread, a cycle can go on only to its readers and to later writes.
bool closes_cycle(const Graph& graph, EventId id) {
  return has_location(graph[id].request.operation) && GlobalOrder(graph).leads_back_to(id);
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
  return !closes_cycle(graph, id) && (reader.is_none() || !closes_cycle(graph, reader));
}

}  // namespace vigil::checker
