#include "preemptions.hpp"

#include "faults.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace vigil::checker {
namespace {

constexpr std::size_t kSmallestTable = 1024;

std::size_t hash_of(const View& done, std::uint64_t thread) {
  std::uint64_t hash = thread;
  for (unsigned i = 0; i != kMostThreads; ++i) hash = (hash ^ done.count(i)) * 0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

}  // namespace

std::optional<unsigned> Preemptions::of(const Graph& graph, unsigned most) {
  graph_ = &graph;
  is_whole_ = true;
  View all;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) all.set_count(thread, graph.size(thread));
  set_part(all);
  return least(most);
}

bool Preemptions::may_be_within(const Graph& graph, const View& part, unsigned most) {
  graph_ = &graph;
  is_whole_ = false;
  set_part(part);
  return least(most).has_value();
}

bool Preemptions::may_be_within(const Graph& graph, const View& part, EventId read, const View& needed, unsigned most) {
  graph_ = &graph;
  is_whole_ = false;
  set_part(part);
  // If it may wait, or others wait for what it writes, too little is known of it. Its place among the writes is not
  // known either, and nothing here depends on it.
  if (std::ranges::find(awaited_, graph[read].request.location) == awaited_.end() &&
      !may_wait(graph[read].request.operation)) {
    part_.set_count(read.thread(), read.index() + 1);
    revisited_ = read;
    needed_ = needed;
  }
  return least(most).has_value();
}

// Without the operations that wait to the end.
void Preemptions::set_part(const View& part) {
  part_ = part;
  revisited_ = EventId::none();
  for (unsigned thread = 0; thread != graph_->threads(); ++thread) {
    const unsigned count = part.count(thread);
    if (count != 0 && (*graph_)[EventId(thread, count - 1)].waits) part_.set_count(thread, count - 1);
  }
  find_awaited_locations();
}

void Preemptions::find_awaited_locations() {
  awaited_.clear();
  for (unsigned thread = 0; thread != graph_->threads(); ++thread) {
    const Event* const events = graph_->events_of(thread);
    for (unsigned index = 0; index != part_.count(thread); ++index) {
      const Request& request = events[index].request;
      if (may_wait(request.operation) && std::ranges::find(awaited_, request.location) == awaited_.end())
        awaited_.push_back(request.location);
    }
  }
}

// Breadth first: all states that are reached with no preemption, with one, and so on.
std::optional<unsigned> Preemptions::least(unsigned most) {
  now_.clear();
  later_.clear();
  ++epoch_;
  reached_ = 0;
  is_found_ = part_ == View();
  begin_other_stretches({});
  for (unsigned preemptions = 0;; ++preemptions) {
    while (!is_found_ && !now_.empty()) {
      const State state = now_.back();
      now_.pop_back();
      begin_other_stretches(state);
    }
    if (is_found_) return preemptions;
    if (preemptions == most || later_.empty()) return std::nullopt;
    std::swap(now_, later_);
  }
}

void Preemptions::begin_other_stretches(const State& state) {
  for (unsigned thread = 0; thread != graph_->threads() && !is_found_; ++thread) {
    if (thread == state.thread) continue;
    const State begin{state.done, thread};
    if (!is_at_end(begin) && can_go_on(begin)) take_stretch(begin);
  }
}

// A stretch may end anywhere. To end it where the thread could go on, and the switch costs, is of use only if others
// see the next event: without that, the event may as well come before the switch.
void Preemptions::take_stretch(State state) {
  const auto thread = static_cast<unsigned>(state.thread);
  for (;;) {
    state.done.set_count(thread, state.done.count(thread) + 1);
    if (is_at_end(state) || !can_go_on(state)) return reach(state);
    if (may_be_left_free(state) || is_worth_a_stop(next(state))) reach(state);
  }
}

void Preemptions::reach(const State& state) {
  if (!is_new(state)) return;
  is_found_ = is_found_ || state.done == part_;
  (is_at_end(state) || may_be_left_free(state) ? now_ : later_).push_back(state);
}

bool Preemptions::can_go_on(const State& state) const {
  const EventId id = next_id(state);
  if (id == revisited_) {
    View both = state.done;
    both.join(needed_);
    return both == state.done;
  }
  const EventId source = (*graph_)[id].source;
  if (source.is_event() && !state.done.contains(source)) return false;
  return !in_coherence_order_ || is_in_coherence_order(id, state.done);
}

// Whether all is done that an interleaving has before the write: earlier writes, and the reads of them. Then a read too
// reads what is newest, because what is newer comes after it.
bool Preemptions::is_in_coherence_order(EventId id, const View& done) const {
  const Event& event = (*graph_)[id];
  if (!event.writes) return true;
  const Cell& location = graph_->location(event.request.location);
  for (std::size_t place = 0; place != event.place; ++place)
    if (has(location.writes[place]) && !done.contains(location.writes[place])) return false;
  return std::ranges::all_of(location.reads, [&](EventId read) {
    return read == id || done.contains(read) || !has(read) || graph_->place((*graph_)[read].source) >= event.place;
  });
}

// In the modification order.
EventId Preemptions::newest(unsigned location, const View& done) const {
  const auto& writes = graph_->location(location).writes;
  return *std::find_if(writes.rbegin(), writes.rend(), [&](EventId write) { return done.contains(write); });
}

bool Preemptions::waits(const State& state) const {
  if (faults.waiting_is_preempted) return false;
  const Event& event = next(state);
  const Request& request = event.request;
  if (request.operation == Operation::join) return event.source.is_event() && !state.done.contains(event.source);
  if (!may_wait(request.operation)) return false;
  const std::uint64_t value = graph_->value(request.location, newest(request.location, state.done));
  if (request.operation == Operation::wake) return WaitQueue(value).waits(request.thread);
  return effect_of(request, value, event.variant).waits;
}

// Of a part, whether the switch may be free in an execution that contains it. All changes of a mutex and of a queue
// before an event are in its prefix. Of other locations, writes that are still to come may make the thread wait.
bool Preemptions::may_be_left_free(const State& state) const {
  const Operation operation = next(state).request.operation;
  const bool may_change = may_wait(operation) && operation != Operation::lock && operation != Operation::wake;
  return (!is_whole_ && may_change && !faults.awaits_count_when_cut) || waits(state);
}

bool Preemptions::is_worth_a_stop(const Event& event) const {
  const Request& request = event.request;
  if (request.operation == Operation::end) return true;
  return event.writes && std::ranges::find(awaited_, request.location) != awaited_.end();
}

bool Preemptions::is_new(const State& state) {
  if (reached_ * 2 >= table_.size()) grow();
  return insert(state);
}

void Preemptions::grow() {
  const auto old = std::exchange(table_, std::vector<State>(std::max(kSmallestTable, table_.size() * 2)));
  const auto old_epochs = std::exchange(epochs_, std::vector<std::uint32_t>(table_.size()));
  reached_ = 0;
  for (std::size_t i = 0; i != old.size(); ++i)
    if (old_epochs[i] == epoch_) (void)insert(old[i]);
}

bool Preemptions::insert(const State& state) {
  std::size_t at = hash_of(state.done, state.thread) & (table_.size() - 1);
  for (; epochs_[at] == epoch_; at = (at + 1) & (table_.size() - 1))
    if (table_[at] == state) return false;
  table_[at] = state;
  epochs_[at] = epoch_;
  ++reached_;
  return true;
}

}  // namespace vigil::checker
