#pragma once

#include "graph.hpp"

#include <cstdint>

namespace vigil::checker {

// Threads that run the same code on the same objects can be exchanged: an execution stays an execution. A search with
// symmetry takes one of those that differ by exchanges alone. Which one, two rules say. Take two such threads that have
// done the same so far:
//
// - What the first one does next comes before what the second one does next, in every graph. So the second one's event
//   is kept only if the first one's is: it is in the prefix, as if the second thread had read something there.
// - The second one's next event does not come before the first one's in the extended coherence order. It does only if
//   it had to, because it depends on the first one's event: then the threads cannot be exchanged.
//
// Threads that start threads part there: an exchange of the two exchanges their threads as well, which the rules do not
// follow. From then on the search takes all executions.
//
// What the search takes first, the newest value and the end of the modification order, follows the rules in every
// graph. So they are like two more axioms of the memory model, and all else stays as it is.
//
// Source: Kokologiannakis, Marmanis, Vafeiadis: SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.

// The earlier threads that can be exchanged with the event's thread and have done the same before it, a bit each.
[[nodiscard]] inline unsigned alike_before(const Graph& graph, EventId id) {
  return id.index() == 0 ? graph.exchangeable_before(id.thread()) : graph[EventId(id.thread(), id.index() - 1)].alike;
}

// After the event's effect and its views are known: what it is alike to, and what it is kept with.
void set_symmetry(Graph& graph, EventId id);

// Whether an event that was placed obeys the second rule.
[[nodiscard]] bool keeps_symmetric_order(const Graph& graph, EventId id);

// In how many executions the threads of the graph, which is complete, can be exchanged into each other; with itself.
[[nodiscard]] std::uint64_t executions_by_exchange(const Graph& graph);

}  // namespace vigil::checker
