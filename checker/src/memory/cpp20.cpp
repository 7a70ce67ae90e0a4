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
void set_strong(Graph& graph, EventId id, const Views& previous) {
  View& strong = graph.views(id).strong;
  strong = previous.strong;
  strong.join_all_but_last(previous.happens_before);
  if (faults.strong_is_happens_before) strong.join(previous.happens_before);
  strong.set_count(id.thread(), id.index());
}

// C++11's rule, for `faults`.
void join_earlier_store(Graph& graph, EventId id) {
  for (unsigned index = id.index(); index-- != 0;) {
    const EventId earlier(id.thread(), index);
    if (!graph[earlier].writes || graph[earlier].request.location != graph[id].request.location) continue;
    graph.views(id).message.join(graph.views(earlier).message);
    return;
  }
}

}  // namespace

void begin_views(Graph& graph, EventId id) {
  Views& views = graph.views(id);
  if (id.index() == 0) {
    views.happens_before = views.prefix = views.release_fence = views.acquire_fence = views.strong = View();
  } else {
    const Views& previous = graph.views(EventId(id.thread(), id.index() - 1));
    views.happens_before = previous.happens_before;
    views.prefix = previous.prefix;
    views.release_fence = previous.release_fence;
    views.acquire_fence = previous.acquire_fence;
    set_strong(graph, id, previous);
  }
  views.message = views.strong_message = View();
}

void join_source(Graph& graph, EventId id) {
  const Event& event = graph[id];
  if (!event.source.is_event()) return;
  Views& views = graph.views(id);
  const Views& source = graph.views(event.source);
  views.prefix.join(source.prefix);
  if (!event.reads) {
    views.happens_before.join(graph.has_symmetry() ? known_at_source(graph, id) : source.happens_before);
    return;
  }
  views.acquire_fence.join(source.message);
  if (event.demands.acquires()) views.happens_before.join(source.message);
  if (event.demands.is_seq_cst()) views.strong.join(source.strong_message);
}

void end_views(Graph& graph, EventId id) {
  const Event& event = graph[id];
  Views& views = graph.views(id);
  // Last: joining a view right after a write to one of its parts would stall on store forwarding.
  views.happens_before.set_count(id.thread(), id.index() + 1);
  views.prefix.set_count(id.thread(), id.index() + 1);
  const Operation operation = event.request.operation;
  if ((operation == Operation::fence || operation == Operation::heavy_fence) && !faults.fences_order_nothing) {
    if (event.demands.acquires()) views.happens_before.join(views.acquire_fence);
    if (event.demands.releases()) views.release_fence = views.happens_before;
  } else if (operation == Operation::after_fence && !faults.asymmetric_fences_pass_nothing_on) {
    views.happens_before.join(known_through_partners(graph, id));
  }
  if (!event.writes) return;
  views.message = event.demands.releases() ? views.happens_before : views.release_fence;
  if (event.demands.is_seq_cst()) {
    views.strong_message = views.strong;
    views.strong_message.set_count(id.thread(), id.index() + 1);
  }
  if (faults.release_sequence_through_stores && !event.reads) join_earlier_store(graph, id);
  if (event.source.is_event() && !faults.no_release_sequence) {
    views.message.join(graph.views(event.source).message);
    views.strong_message.join(graph.views(event.source).strong_message);
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
