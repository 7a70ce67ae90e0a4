#include "event_graph.hpp"

#include <algorithm>

namespace vigil::litmus {

using axioms::Candidate;
using axioms::EventSet;
using axioms::only;
using checker::Operation;

namespace {

bool is_locked(Operation operation) {
  return has_location(operation) && operation != Operation::load && operation != Operation::await &&
         !is_store(operation);
}

void add_node(Candidate& candidate, unsigned event, const EventGraph::Node& node) {
  const auto add_if = [&](bool belongs, EventSet& set) {
    if (belongs) set |= only(event);
  };
  add_if(node.reads, candidate.reads);
  add_if(node.writes, candidate.writes);
  add_if(node.is_fence, candidate.fences);
  add_if(node.is_light, candidate.light);
  add_if(node.is_heavy, candidate.heavy);
  add_if(node.is_locked, candidate.locked);
  add_if(node.demands.acquires(), candidate.acquires);
  add_if(node.demands.releases(), candidate.releases);
  add_if(node.demands.is_seq_cst(), candidate.seq_cst);
}

}  // namespace

Candidate EventGraph::candidate() const {
  const auto locations = static_cast<unsigned>(orders.size());
  const auto count = static_cast<unsigned>(nodes.size());
  Candidate candidate(locations + count);
  std::vector<EventSet> at(locations);
  for (unsigned location = 0; location != locations; ++location) {
    candidate.writes |= only(location);
    at[location] = only(location);
  }
  for (unsigned number = 0; number != count; ++number) {
    const Node& node = nodes[number];
    add_node(candidate, event(number), node);
    for (unsigned location = 0; location != locations; ++location) candidate.program_order.add(location, event(number));
    for (unsigned earlier = 0; earlier != number; ++earlier)
      if (nodes[earlier].thread == node.thread) candidate.program_order.add(event(earlier), event(number));
    if (node.location < 0) continue;
    at[static_cast<unsigned>(node.location)] |= only(event(number));
    if (!node.reads) continue;
    const auto from =
        node.source == kInitial ? static_cast<unsigned>(node.location) : event(static_cast<unsigned>(node.source));
    candidate.reads_from.add(from, event(number));
  }
  for (unsigned location = 0; location != locations; ++location) {
    EventSet before = only(location);
    for (const unsigned write : orders[location]) {
      axioms::for_each(before, [&](unsigned earlier) { candidate.modification_order.add(earlier, event(write)); });
      before |= only(event(write));
    }
    axioms::for_each(at[location], [&](unsigned one) {
      axioms::for_each(at[location], [&](unsigned other) { candidate.same_location.add(one, other); });
    });
  }
  return candidate;
}

unsigned EventGraph::place_read(const Node& read) const {
  if (read.source == kInitial) return 0;
  const auto& order = orders[static_cast<unsigned>(read.location)];
  const auto found = std::ranges::find(order, static_cast<unsigned>(read.source));
  return static_cast<unsigned>(found - order.begin()) + 1;
}

EventGraph::Node node_of(unsigned thread, const checker::Event& event) {
  const Operation operation = event.request.operation;
  return {.thread = thread,
          .reads = event.reads,
          .writes = event.writes,
          .is_fence = operation == Operation::fence || operation == Operation::heavy_fence,
          .is_light = operation == Operation::light_fence,
          .is_heavy = operation == Operation::heavy_fence,
          .is_locked = is_locked(operation),
          .demands = event.demands};
}

}  // namespace vigil::litmus
