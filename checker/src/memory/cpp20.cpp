#include "cpp20.hpp"

#include "asymmetric_fences.hpp"
#include "faults.hpp"
#include "seq_cst_order.hpp"
#include "symmetry.hpp"

namespace vigil::checker {
namespace {

// sb and sb;hb;sb. The predecessor knows some events of each thread. All but the last of these are followed in program
// order by an event that happens before the predecessor. The relation need not be transitively closed: a chain of such
// steps is one such step. The other kind of step, a seq_cst write that synchronises with a seq_cst read, begins and
// ends in S.
void set_strong(Graph& graph, EventId id, const Event& previous) {
  View& strong = graph[id].strong;
  strong = previous.strong;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) {
    const unsigned count = previous.happens_before.count(thread);
    if (faults.strong_is_happens_before) strong.raise(thread, count);
    if (count > 1) strong.raise(thread, count - 1);
  }
  strong.set_count(id.thread(), id.index());
}

// C++11's rule, for `faults`.
void join_earlier_store(Graph& graph, EventId id) {
  for (unsigned index = id.index(); index-- != 0;) {
    const Event& earlier = graph[EventId(id.thread(), index)];
    if (!earlier.writes || earlier.request.location != graph[id].request.location) continue;
    graph[id].message.join(earlier.message);
    return;
  }
}

}  // namespace

void begin_views(Graph& graph, EventId id) {
  Event& event = graph[id];
  if (id.index() == 0) {
    event.happens_before = event.prefix = event.release_fence = event.acquire_fence = event.strong = View();
  } else {
    const Event& previous = graph[EventId(id.thread(), id.index() - 1)];
    event.happens_before = previous.happens_before;
    event.prefix = previous.prefix;
    event.release_fence = previous.release_fence;
    event.acquire_fence = previous.acquire_fence;
    set_strong(graph, id, previous);
  }
  event.message = event.strong_message = View();
}

void join_source(Graph& graph, EventId id) {
  Event& event = graph[id];
  if (!event.source.is_event()) return;
  const Event& source = graph[event.source];
  event.prefix.join(source.prefix);
  if (!event.reads) {
    event.happens_before.join(graph.has_symmetry() ? known_at_source(graph, id) : source.happens_before);
    return;
  }
  event.acquire_fence.join(source.message);
  if (event.demands.acquires()) event.happens_before.join(source.message);
  if (event.demands.is_seq_cst()) event.strong.join(source.strong_message);
}

void end_views(Graph& graph, EventId id) {
  Event& event = graph[id];
  // Last: joining a view right after a write to one of its parts would stall on store forwarding.
  event.happens_before.set_count(id.thread(), id.index() + 1);
  event.prefix.set_count(id.thread(), id.index() + 1);
  const Operation operation = event.request.operation;
  if ((operation == Operation::fence || operation == Operation::heavy_fence) && !faults.fences_order_nothing) {
    if (event.demands.acquires()) event.happens_before.join(event.acquire_fence);
    if (event.demands.releases()) event.release_fence = event.happens_before;
  } else if (operation == Operation::after_fence && !faults.asymmetric_fences_pass_nothing_on) {
    event.happens_before.join(known_through_partners(graph, id));
  }
  if (!event.writes) return;
  event.message = event.demands.releases() ? event.happens_before : event.release_fence;
  if (event.demands.is_seq_cst()) {
    event.strong_message = event.strong;
    event.strong_message.set_count(id.thread(), id.index() + 1);
  }
  if (faults.release_sequence_through_stores && !event.reads) join_earlier_store(graph, id);
  if (event.source.is_event() && !faults.no_release_sequence) {
    event.message.join(graph[event.source].message);
    event.strong_message.join(graph[event.source].strong_message);
  }
}

void Cpp20::set_views(Graph& graph, EventId id) const {
  begin_views(graph, id);
  join_source(graph, id);
  end_views(graph, id);
}

bool Cpp20::allows(const Graph& graph, EventId id, EventId reader) {
  if (faults.skip_seq_cst || graph.seq_cst_events().size() < 2) return true;
  const SeqCstOrder order(graph);
  return order.exists_with(id) && (reader.is_none() || order.exists_with(reader));
}

}  // namespace vigil::checker
