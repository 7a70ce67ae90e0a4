#pragma once

#include "graph.hpp"

#include <vigil/checker/per_thread.hpp>

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
// Started threads can be exchanged if one thread starts them in a row, to run the same code on the same objects:
// nothing but comes_between() is between these events. The program must not distinguish them later. It does if it does
// not join them in a row too; if it uses the name of one; or if two of them that have done the same ask for something
// else. Then note_asymmetry() is called, and the search has to begin again without.
//
// Between these events the starter may use memory that is no part of the graph, and in an exchanged execution another
// thread would be the one that was started before that, or was joined after it. So each of these threads knows what the
// first of them knew, and none is known to have ended before all of them are. A violation that is found so may be none.
//
// What the search takes first, the newest value and the end of the modification order, follows the rules in every
// graph. So they are like two more axioms of the memory model, and all else stays as it is.
//
// Source: Kokologiannakis, Marmanis, Vafeiadis: SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.

// Where the threads of the model that this OS thread runs have memory of their own: thread 0 from here on, and each
// next one at this distance. The same place in the memory of two threads is a thing of its own to each.
struct OwnMemory {
  std::uint64_t begin = 0, distance = 0;
};
extern VIGIL_PER_THREAD constinit OwnMemory own_memory;

// The earlier threads that can be exchanged with this one, a bit each.
[[nodiscard]] unsigned exchangeable_before(const Graph& graph, unsigned thread);

// The earlier threads that can be exchanged with the event's thread and have done the same before it, a bit each.
[[nodiscard]] inline unsigned alike_before(const Graph& graph, EventId id) {
  return id.index() == 0 ? exchangeable_before(graph, id.thread())
                         : graph.views(EventId(id.thread(), id.index() - 1)).alike;
}

// Whether a started thread can be exchanged with another one, earlier or later; and whether one was started that can.
[[nodiscard]] bool is_exchanged(const Graph& graph, unsigned thread);
[[nodiscard]] bool exchanges_started_threads(const Graph& graph);

// What `begin` or `join` learns from the event that it waits for.
[[nodiscard]] View known_at_source(const Graph& graph, EventId id);

// After the event's effect and its views are known: what it is alike to, and what it is kept with.
void set_symmetry(Graph& graph, EventId id);

// Whether an event that was placed obeys the second rule.
[[nodiscard]] bool keeps_symmetric_order(const Graph& graph, EventId id);

// In how many executions the threads of the graph, which is complete, can be exchanged into each other; with itself.
[[nodiscard]] std::uint64_t executions_by_exchange(const Graph& graph);

}  // namespace vigil::checker
