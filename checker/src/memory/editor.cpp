#include "editor.hpp"

#include "faults.hpp"
#include "symmetry.hpp"

#include <algorithm>

namespace vigil::checker {

EventId Editor::append(unsigned thread, Request request, EventId cause) {
  model_->adjust(request);
  const EventId id = graph_->append(thread, request);
  Event& event = (*graph_)[id];
  event.source = cause;
  if (!event.reads)
    settle(id, cause, 0);
  else
    set_views(id);
  return id;
}

void Editor::settle(EventId id, EventId source, unsigned variant) {
  Graph& graph = *graph_;
  Event& event = graph[id];
  event.source = source;
  event.variant = static_cast<std::uint8_t>(variant);
  event.read = event.reads ? graph.value(event.request.location, source) : 0;
  const Effect effect = effect_of(event.request, event.read, variant);
  event.writes = effect.writes;
  event.waits = effect.waits;
  event.written = effect.written;
  graph.set_demands(id, effect.demands);
  set_views(id);
}

void Editor::set_views(EventId id) {
  model_->set_views(*graph_, id);
  if (graph_->has_symmetry()) set_symmetry(*graph_, id);
}

bool Editor::allows(EventId id, EventId reader) {
  if (graph_->has_symmetry() &&
      !(keeps_symmetric_order(*graph_, id) && (reader.is_none() || keeps_symmetric_order(*graph_, reader))))
    return false;
  return model_->allows(*graph_, id, reader);
}

void Editor::read_from(EventId id, EventId source, unsigned variant) {
  settle(id, source, variant);
  if ((*graph_)[id].writes) graph_->insert_write(id, graph_->place(source) + 1);
}

void Editor::unplace(EventId id) {
  Event& event = (*graph_)[id];
  if (!event.writes) return;
  graph_->remove_write(id);
  event.writes = false;
}

unsigned Editor::floor(const View& known, unsigned location, EventId except) const {
  if (faults.no_coherence_floor) return 0;
  return graph_->newest_known(known, location, except);
}

bool Editor::may_write_at(unsigned location, unsigned place) const {
  return faults.splits_rmws || place >= graph_->location(location).writes.size() ||
         !graph_->is_claimed(location, place - 1);
}

}  // namespace vigil::checker
