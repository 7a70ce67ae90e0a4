#include "explorer.hpp"

#include "faults.hpp"
#include "late_waits.hpp"
#include "symmetry.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace vigil::checker {
namespace {

// Whether a thread that reads this value waits, whatever the variant.
bool would_only_wait(const Request& request, std::uint64_t value) {
  return may_wait(request.operation) && variants(request, value) == 1 && effect_of(request, value, 0).waits;
}

}  // namespace

Explorer::Explorer(Runner& runner, ConsistencyModel& model, unsigned threads)
    : editor_(*graphs_.emplace_back(std::make_unique<Graph>(threads)), model), runner_(runner), threads_(threads) {}

void Explorer::open_root() {
  branches_.clear();
  frames_.clear();
  given_away_ = 0;
  graphs_.front()->clear();
  graphs_.front()->set_threads(threads_);
  editor_.set_graph(*graphs_.front());
  frames_.push_back({graphs_.front().get(), 0, 0, EventId::none(), EventId::none()});
}

void Explorer::open_root(const Graph& graph, std::span<const Branch> branches) {
  open_root();
  *graphs_.front() = graph;
  // Branches are given away without the frame that they were left in. Those of the kind `replace` are its first ones.
  frames_.back().write = branches.front().event;
  frames_.back().reader = branches.front().target;
  branches_.assign(branches.begin(), branches.end());
}

bool Explorer::take_next() {
  while (branches_.size() > given_away_) {
    if (branches_.size() == frames_.back().first_branch) {
      close_frame();
      continue;
    }
    const Branch branch = branches_.back();
    branches_.pop_back();
    if (apply(branch)) return true;
  }
  return false;
}

bool Explorer::apply(const Branch& branch) {
  Graph& graph = this->graph();
  graph.cut(branch.keep);
  switch (branch.kind) {
    case Branch::Kind::read:
      editor_.unplace(branch.event);
      editor_.read_from(branch.event, branch.source, branch.variant);
      if (!may_come_back()) return false;
      if (graph[branch.event].writes) push_revisits(branch.event);
      return !enters_too_late(branch.event);
    case Branch::Kind::write:
      graph.remove_write(branch.event);
      graph.insert_write(branch.event, branch.place);
      return may_come_back();
    case Branch::Kind::choose:
      editor_.settle(branch.event, EventId::none(), branch.variant);
      return may_come_back();
    case Branch::Kind::revisit:
      open_frame(branch.event, branch.target);
      return false;
    case Branch::Kind::rmw_revisit:
      editor_.unplace(branch.event);
      editor_.settle(branch.event, branch.source, branch.variant);
      open_frame(branch.event, branch.target);
      // It was in no modification order: taking it out of this graph must not check for it there.
      graph[branch.event].writes = false;
      return false;
    case Branch::Kind::replace:
      unplace_revisit(frames_.back());
      place_revisit(frames_.back(), branch.place, branch.variant);
      if (!may_come_back()) return false;
      if (branch.target.is_event() && graph[branch.target].writes) push_revisits(branch.target);
      return true;
  }
  return false;
}

void Explorer::extend(unsigned thread, const Request& request, EventId cause) {
  const EventId id = editor_.append(thread, request, cause);
  if (reads_location(request.operation)) {
    add_read(id);
  } else if (is_store(request.operation)) {
    add_write(id);
  } else {
    for (unsigned variant = variants(request, 0); variant-- > 1;) {
      if (!is_symmetric_choice(id, variant)) continue;
      push({Branch::Kind::choose, static_cast<std::uint8_t>(variant), static_cast<std::uint16_t>(graph().size()), 0, id,
            EventId::none(), EventId::none()});
    }
  }
}

// Leaves the event with its default.
bool Explorer::is_symmetric_choice(EventId id, unsigned variant) {
  if (!graph().has_symmetry()) return true;
  const EventId cause = graph()[id].source;
  editor_.settle(id, cause, variant);
  const bool keeps = keeps_symmetric_order(graph(), id);
  editor_.settle(id, cause, 0);
  return keeps;
}

bool Explorer::postpones(unsigned thread, const Request& request) {
  const Graph& graph = this->graph();
  const EventId id(thread, graph.size(thread));
  const EventId source = usual_source(request);
  if (effect_of(request, graph.value(request.location, source), 0).waits) return true;
  return graph.has_displaced() && !graph.may_take_again(id, source);
}

// What an event reads when it is added: the newest value. But a thread that waits on an atomic reads the one change of
// the queue that released it, as soon as there is one.
EventId Explorer::usual_source(const Request& request) const {
  const Graph& graph = editor_.graph();
  const auto& writes = graph.location(request.location).writes;
  if (!is_wait_on_atomic(request)) return writes.back();
  for (std::size_t place = writes.size(); place-- > 1;) {
    const WaitQueue queue(graph.value(request.location, writes[place]));
    if (queue.was_released(request.thread)) return writes[place];
    if (queue.waits(request.thread)) break;
  }
  return writes.back();
}

void Explorer::add_read(EventId id) {
  Graph& graph = this->graph();
  const unsigned number = graph[id].request.location;
  const EventId usual = usual_source(graph[id].request);
  if (is_wait_on_atomic(graph[id].request) && waits_too_late(graph, id)) {
    editor_.settle(id, graph.newest(number), 0);
    graph[id].writes = false;
    graph[id].waits = graph[id].is_late = true;
    return;
  }
  const auto newest = static_cast<unsigned>(graph.location(number).writes.size()) - 1;
  const bool is_displaced = graph.has_displaced() && !faults.displaced_reads_anything;
  for (unsigned place = editor_.floor(graph.views(id).happens_before, number, id); place <= newest; ++place) {
    const EventId source = graph.location(number).writes[place];
    if (is_displaced && !graph.may_take_again(id, source)) continue;
    if (checks_for_change(graph[id].request) && graph.value(number, source) == graph[id].request.expected &&
        has_to_miss(graph, id, source))
      continue;
    const unsigned count = variants(graph[id].request, graph.value(number, source));
    for (unsigned variant = source == usual ? 1U : 0U; variant < count; ++variant) offer_read(id, source, variant);
  }
  editor_.settle(id, usual, 0);
  if (is_displaced && !graph[id].waits && !graph.may_take_again(id, usual)) {
    graph[id].writes = false;
    graph[id].waits = graph[id].is_late = true;
    return;
  }
  if (!graph[id].writes) return;
  graph.insert_write(id, graph.place(usual) + 1);
  push_revisits(id);
}

// A thread whose check finds the old value enters the queue next. If that is too late, there is nothing to run: only
// the notifications that it missed are to find it in the queue.
bool Explorer::enters_too_late(EventId check) {
  const Graph& graph = this->graph();
  const Event& event = graph[check];
  if (!checks_for_change(event.request) || event.read != event.request.expected) return false;
  if (!has_missed(graph, check, event.source)) return false;
  Request request;
  request.operation = Operation::enter;
  request.thread = static_cast<std::uint8_t>(check.thread());
  request.location = static_cast<std::uint16_t>(Graph::queue_of(event.request.location));
  const EventId enter = editor_.append(check.thread(), request);
  const Cell& queue = graph.location(request.location);
  for (unsigned place = editor_.floor(graph.views(enter).happens_before, request.location, enter);
       place != queue.writes.size(); ++place) {
    if (!graph.is_claimed(request.location, place)) continue;
    editor_.settle(enter, queue.writes[place], 0);
    const auto last = first_missed(graph, enter, place + 1);
    push_rmw_revisits(enter, queue.writes[place], 0, last.value_or(kAnyPosition));
    this->graph()[enter].writes = false;
  }
  editor_.read_from(enter, graph.newest(request.location), 0);
  push_revisits(enter, first_missed(graph, enter, graph[enter].place).value_or(kAnyPosition));
  return true;
}

// Leaves the event unplaced.
void Explorer::offer_read(EventId id, EventId source, unsigned variant) {
  Graph& graph = this->graph();
  editor_.settle(id, source, variant);
  const Event& event = graph[id];
  if (event.waits || would_be_missed(graph, id, source)) return;
  if (event.writes && graph.is_claimed(event.request.location, graph.place(source))) {
    push_rmw_revisits(id, source, variant);
    graph[id].writes = false;
    return;
  }
  if (event.writes) graph.insert_write(id, graph.place(source) + 1);
  if (editor_.allows(id))
    push({Branch::Kind::read, static_cast<std::uint8_t>(variant), static_cast<std::uint16_t>(graph.size()), 0, id,
          source, EventId::none()});
  editor_.unplace(id);
}

void Explorer::add_write(EventId id) {
  Graph& graph = this->graph();
  const unsigned number = graph[id].request.location;
  const auto end = static_cast<unsigned>(graph.location(number).writes.size());
  for (unsigned place = editor_.floor(graph.views(id).happens_before, number, id) + 1; place < end; ++place) {
    if (!editor_.may_write_at(number, place)) continue;
    graph.insert_write(id, place);
    const bool allowed = editor_.allows(id);
    graph.remove_write(id);
    if (allowed)
      push({Branch::Kind::write, 0, static_cast<std::uint16_t>(graph.size()), static_cast<std::uint16_t>(place), id,
            EventId::none(), EventId::none()});
  }
  graph.insert_write(id, end);
  push_revisits(id);
}

void Explorer::push_revisits(EventId write, unsigned last) {
  Graph& graph = this->graph();
  if (faults.no_revisits_by_rmws && graph[write].reads) return;
  for_each_revisitable(write, last, [&](EventId read) {
    push({Branch::Kind::revisit, 0, static_cast<std::uint16_t>(graph.size()), 0, write, EventId::none(), read});
  });
}

// A read-modify-write cannot read what another one has read already, and both stay. But its write may be read by that
// one, or by a read whose revisit deletes that one.
void Explorer::push_rmw_revisits(EventId rmw, EventId source, unsigned variant, unsigned last) {
  if (faults.conflicting_rmws_forgotten) return;
  Graph& graph = this->graph();
  const Cell& location = graph.location(graph[rmw].request.location);
  const EventId other = location.writes[graph.place(source) + 1];
  if (graph.views(rmw).prefix.contains(other)) return;
  for_each_revisitable(rmw, std::min<unsigned>(graph[other].position, last), [&](EventId read) {
    push({Branch::Kind::rmw_revisit, static_cast<std::uint8_t>(variant), static_cast<std::uint16_t>(graph.size()), 0,
          rmw, source, read});
  });
}

template <class Visit>
void Explorer::for_each_revisitable(EventId write, unsigned last, Visit visit) {
  const Graph& graph = editor_.graph();
  const View& prefix = graph.views(write).prefix;
  const unsigned location = graph[write].request.location;
  revisitable_.clear();
  // From the newest event back, without the prefix.
  std::array<unsigned, kMostThreads> rest{};
  for (unsigned thread = 0; thread != graph.threads(); ++thread) rest[thread] = graph.size(thread);
  const auto newest_of_rest = [&] {
    EventId newest = EventId::none();
    for (unsigned thread = 0; thread != graph.threads(); ++thread) {
      if (rest[thread] <= prefix.count(thread)) continue;
      const EventId id(thread, rest[thread] - 1);
      if (newest.is_none() || graph[id].position > graph[newest].position) newest = id;
    }
    return newest;
  };
  for (EventId id = newest_of_rest(); id.is_event() && is_maximal(id, write); id = newest_of_rest()) {
    --rest[id.thread()];
    const Event& event = graph[id];
    if (event.reads && event.request.location == location && event.position <= last) revisitable_.push_back(id);
  }
  if (!revisitable_.empty() && graph.has_displaced()) keep_revisitable(write);
  std::for_each(revisitable_.rbegin(), revisitable_.rend(), visit);
}

// Those that may be revisited although reads were displaced. The oldest is the last.
void Explorer::keep_revisitable(EventId write) {
  const Graph& graph = editor_.graph();
  const View& prefix = graph.views(write).prefix;
  const unsigned oldest = graph[revisitable_.back()].position;
  const unsigned first = graph.displaced().largest_position(oldest, [&](const DisplacedRead& each) {
    return !prefix.contains(each.read) && !graph.was_displaced_maximally(each, write);
  });
  std::erase_if(revisitable_,
                [&](EventId read) { return graph[read].position < first || !graph.may_take_again(read, write); });
}

bool Explorer::is_maximal(EventId id, EventId write) const {
  const Graph& graph = editor_.graph();
  const Event& event = graph[id];
  if (event.displaces) return false;
  if (event.variant != 0 && !faults.maximality_ignores_variants) return false;
  if (!has_location(event.request.operation)) return true;
  // What was there when the event was added, or will be there when it is added again.
  const View& prefix = graph.views(write).prefix;
  const auto was_there = [&](EventId other) {
    if (other.is_initial()) return true;
    if (other == write) return false;
    return graph[other].position <= event.position || (prefix.contains(other) && !faults.maximality_ignores_prefix);
  };
  const Cell& location = graph.location(event.request.location);
  if (event.reads && !was_there(event.source)) return false;
  if (is_wait_on_atomic(event.request) && WaitQueue(event.read).was_released(event.request.thread)) return true;
  if (event.writes && !faults.maximality_ignores_reads)
    for (const EventId read : location.reads)
      if (read != id && graph[read].source == id && was_there(read)) return false;
  const unsigned own = event.writes ? event.place : graph.place(event.source);
  for (std::size_t place = own + 1; place < location.writes.size(); ++place)
    if (location.writes[place] != id && was_there(location.writes[place])) return false;
  return true;
}

// Opens the graph in which `reader` reads `write`, and leaves a branch for each way to place the two.
void Explorer::open_frame(EventId write, EventId reader) {
  const Graph& outer = graph();
  const auto depth = frames_.size();
  if (graphs_.size() == depth) graphs_.push_back(std::make_unique<Graph>(threads_));
  Graph& inner = *graphs_[depth];
  inner.restrict_to(outer, reader, outer.views(write).prefix, write);
  inner[write].writes = inner[reader].writes = false;
  editor_.set_graph(inner);
  frames_.push_back({&inner, branches_.size(), inner.size(), write, reader});
  const Frame& frame = frames_.back();
  const unsigned number = inner[write].request.location;
  const std::size_t first_placement = branches_.size();
  const auto end = static_cast<unsigned>(inner.location(number).writes.size());
  unsigned first = inner[write].reads ? inner.place(inner[write].source) + 1
                                      : editor_.floor(inner.views(write).happens_before, number, write) + 1;
  const unsigned last = inner[write].reads ? first : end;
  if (faults.revisits_only_at_the_end) first = last;
  for (unsigned place = first; place <= last; ++place) {
    if (!editor_.may_write_at(number, place)) continue;
    const unsigned count = variants(inner[reader].request, inner[write].written);
    for (unsigned variant = 0; variant != count; ++variant) {
      place_revisit(frame, place, variant);
      if (editor_.floor(inner.views(reader).happens_before, number, reader) <= place && editor_.allows(write, reader))
        push({Branch::Kind::replace, static_cast<std::uint8_t>(variant), static_cast<std::uint16_t>(frame.size),
              static_cast<std::uint16_t>(place), write, EventId::none(), reader});
      unplace_revisit(frame);
    }
  }
  if (would_only_wait(inner[reader].request, inner[write].written)) displace_reader(first_placement);
}

// The reader would only wait for what it reads now: it is taken out, to be added again for something that comes later.
void Explorer::displace_reader(std::size_t first_placement) {
  Frame& frame = frames_.back();
  frame.graph->displace(frame.reader, frame.write);
  frame.reader = EventId::none();
  --frame.size;
  for (auto i = first_placement; i != branches_.size(); ++i) {
    branches_[i].target = EventId::none();
    --branches_[i].keep;
  }
}

void Explorer::place_revisit(const Frame& frame, unsigned place, unsigned variant) {
  Graph& graph = *frame.graph;
  graph[frame.write].writes = true;
  graph.insert_write(frame.write, place);
  if (frame.reader.is_event()) editor_.read_from(frame.reader, frame.write, variant);
}

void Explorer::unplace_revisit(const Frame& frame) {
  if (frame.reader.is_event()) editor_.unplace(frame.reader);
  editor_.unplace(frame.write);
}

void Explorer::close_frame() {
  frames_.pop_back();
  if (!frames_.empty()) editor_.set_graph(graph());
}

bool Explorer::give_away(Graph& graph, Branch& branch) {
  if (given_away_ >= branches_.size()) return false;
  // The innermost frame that the branch can belong to: the last whose branches begin at or before it.
  auto frame = frames_.size() - 1;
  while (frame != 0 && frames_[frame].first_branch > given_away_) --frame;
  branch = branches_[given_away_];
  graph = *frames_[frame].graph;
  ++given_away_;
  return true;
}

}  // namespace vigil::checker
