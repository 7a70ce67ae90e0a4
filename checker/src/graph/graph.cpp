#include "graph.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <utility>

namespace vigil::checker {
namespace {

template <class T>
void copy_first(const std::vector<T>& from, unsigned count, std::vector<T>& to) {
  if (to.size() < count) to.resize(count);
  std::copy_n(from.begin(), count, to.begin());
}

}  // namespace

Graph::Graph(unsigned threads) : threads_(threads) {}

unsigned Graph::declare(unsigned owner, unsigned k, std::uint64_t initial) {
  assert(k < kLocationsOfEach);
  const unsigned number = owner * kLocationsOfEach + k;
  declare_number(number);
  location(number).initial = initial;
  return number;
}

void Graph::declare_number(unsigned number) {
  const unsigned owner = number / kLocationsOfEach;
  auto& locations = locations_[owner];
  owners_ |= std::uint64_t{1} << owner;
  if (locations.size() <= number % kLocationsOfEach) locations.resize(number % kLocationsOfEach + 1);
}

bool Graph::is_claimed(unsigned location, unsigned place) const {
  const auto& writes = this->location(location).writes;
  if (place + 1 >= writes.size()) return false;
  const Event& next = (*this)[writes[place + 1]];
  return next.reads && next.source == writes[place];
}

void Graph::add_event(EventId id, const Event& event) {
  auto& events = events_[id.thread()];
  if (id.index() == events.size()) {
    events.push_back(event);
    views_[id.thread()].emplace_back();
  } else {
    events[id.index()] = event;
  }
  events[id.index()].position = static_cast<std::uint16_t>(order_.size());
  order_.push_back(id);
  ++sizes_[id.thread()];
}

void Graph::add_access(EventId id) {
  Event& event = (*this)[id];
  if (!has_location(event.request.operation)) return;
  Cell& at = location(event.request.location);
  event.earlier = std::exchange(at.accesses[id.thread()], static_cast<std::uint16_t>(id.index() + 1));
  if (event.reads) at.reads.push_back(id);
}

// Of an event that is the last of its thread.
void Graph::remove_access(EventId id) {
  const Event& event = (*this)[id];
  if (!has_location(event.request.operation)) return;
  Cell& at = location(event.request.location);
  at.accesses[id.thread()] = event.earlier;
  if (event.reads) at.reads.erase(std::find(at.reads.rbegin(), at.reads.rend(), id).base() - 1);
}

unsigned Graph::newest_known(const View& known, unsigned location, EventId except) const {
  const Cell& at = this->location(location);
  unsigned newest = 0;
  for (unsigned thread = 0; thread != threads_; ++thread) {
    const unsigned seen = known.count(thread);
    if (seen == 0) continue;
    for (unsigned count = at.accesses[thread]; count != 0; count = (*this)[EventId(thread, count - 1)].earlier) {
      const EventId id(thread, count - 1);
      const Event& event = (*this)[id];
      if (count > seen || id == except || (!event.writes && !event.reads)) continue;
      newest = std::max(newest, event.writes ? event.place : place(event.source));
      break;
    }
  }
  return newest;
}

EventId Graph::append(unsigned thread, const Request& request) {
  const EventId id(thread, sizes_[thread]);
  Event event;
  event.request = request;
  event.reads = reads_location(request.operation);
  has_symmetry_ |= starts_the_same(request);
  add_event(id, event);
  // The views themselves are set by `settle`, and these only if threads are exchanged, or an iteration may begin.
  views(id).alike = views(id).parted = 0;
  views(id).state = 0;
  add_access(id);
  return id;
}

void Graph::insert_write(EventId id, unsigned place) {
  auto& writes = location((*this)[id].request.location).writes;
  writes.insert(writes.begin() + place, id);
  for (std::size_t i = place; i != writes.size(); ++i) (*this)[writes[i]].place = static_cast<std::uint16_t>(i);
}

void Graph::remove_write(EventId id) {
  auto& writes = location((*this)[id].request.location).writes;
  const unsigned place = (*this)[id].place;
  writes.erase(writes.begin() + place);
  for (std::size_t i = place; i != writes.size(); ++i) (*this)[writes[i]].place = static_cast<std::uint16_t>(i);
}

void Graph::add_seq_cst(EventId id) {
  (*this)[id].number = static_cast<std::uint16_t>(seq_cst_events_.size());
  seq_cst_events_.push_back(id);
  if (is_fence((*this)[id].request.operation)) ++seq_cst_fences_;
}

void Graph::set_demands(EventId id, Demands demands) {
  Event& event = (*this)[id];
  const bool was_seq_cst = event.demands.is_seq_cst();
  event.demands = demands;
  if (was_seq_cst == demands.is_seq_cst()) return;
  if (demands.is_seq_cst()) return add_seq_cst(id);
  if (is_fence(event.request.operation)) --seq_cst_fences_;
  const EventId last = seq_cst_events_.back();
  seq_cst_events_[event.number] = last;
  (*this)[last].number = event.number;
  seq_cst_events_.pop_back();
}

void Graph::remove_last() {
  const EventId id = order_.back();
  Event& event = (*this)[id];
  set_demands(id, {});
  if (event.writes) remove_write(id);
  remove_access(id);
  order_.pop_back();
  --sizes_[id.thread()];
  displaced_.remove_by(id);
}

void Graph::displace(EventId read, EventId by) {
  const Event& event = (*this)[read];
  set_demands(read, {});
  remove_access(read);
  displaced_.add({read, by, event.position, event.request.location});
  order_.erase(order_.begin() + event.position);
  for (std::size_t i = event.position; i != order_.size(); ++i)
    (*this)[order_[i]].position = static_cast<std::uint16_t>(i);
  --sizes_[read.thread()];
  (*this)[by].displaces = true;
}

// The newest write before `end` in modification order that a displaced read could have read at its position, including
// the prefix of `write`.
EventId Graph::newest_for(const DisplacedRead& displaced, EventId write, unsigned end) const {
  const View& prefix = views(write).prefix;
  const auto& writes = location(displaced.location).writes;
  for (unsigned place = end - 1; place != 0; --place) {
    const EventId id = writes[place];
    if (id != write && ((*this)[id].position < displaced.position || prefix.contains(id))) return id;
  }
  return EventId::initial();
}

// The read would have waited for `by`, then perhaps for a later write that depends on `by`, and so on. Each must have
// been the newest write.
bool Graph::was_displaced_maximally(const DisplacedRead& displaced, EventId write) const {
  const auto all = static_cast<unsigned>(location(displaced.location).writes.size());
  EventId newest = newest_for(displaced, write, all);
  while (newest.is_event() && newest != displaced.by) {
    if (!views(newest).prefix.contains(displaced.by)) return false;
    // What was too new for `write` is too new for a write in its prefix.
    const bool is_older = (*this)[write].position >= displaced.position && views(write).prefix.contains(newest);
    write = newest;
    newest = newest_for(displaced, write, is_older ? (*this)[newest].place : all);
  }
  return newest == displaced.by;
}

void Graph::cut(unsigned position) {
  while (order_.size() > position) remove_last();
}

bool Graph::may_follow(EventId id, const View& done, bool in_place) const {
  const Event& event = (*this)[id];
  if (event.source.is_event() && !done.contains(event.source)) return false;
  if (!in_place || !event.writes) return true;
  return done.contains(location(event.request.location).writes[event.place - 1U]);
}

std::vector<EventId> Graph::interleaving() const {
  std::vector<EventId> order;
  View done;
  const auto advance = [&](unsigned thread, bool in_place) {
    if (done.count(thread) == sizes_[thread]) return false;
    const EventId id(thread, done.count(thread));
    if (!may_follow(id, done, in_place)) return false;
    order.push_back(id);
    done.set_count(thread, id.index() + 1);
    return true;
  };
  while (order.size() != size()) {
    bool progress = false;
    for (unsigned thread = 0; thread != threads_; ++thread)
      while (advance(thread, true)) progress = true;
    for (unsigned thread = 0; thread != threads_ && !progress; ++thread) progress = advance(thread, false);
  }
  return order;
}

void Graph::clear() {
  displaced_.clear();
  asymmetry_ = {};
  order_.clear();
  sizes_.fill(0);
  seq_cst_events_.clear();
  seq_cst_fences_ = 0;
  for_each_location([this](unsigned number) {
    location(number).writes.resize(1, EventId::initial());
    location(number).reads.clear();
    location(number).accesses.fill(0);
  });
}

// The events of a thread that stay are its first ones, so they are copied in one piece.
void Graph::restrict_to(const Graph& other, EventId last, const View& prefix, EventId write) {
  threads_ = other.threads_;
  has_symmetry_ = other.has_symmetry_;
  exchangeable_ = other.exchangeable_;
  asymmetry_ = {};
  const unsigned kept = other[last].position;
  restrict_order(other, kept, prefix, write);
  for (unsigned thread = 0; thread != threads_; ++thread) {
    copy_first(other.events_[thread], sizes_[thread], events_[thread]);
    copy_first(other.views_[thread], sizes_[thread], views_[thread]);
  }
  for (unsigned position = kept + 1; position != size(); ++position)
    (*this)[order_[position]].position = static_cast<std::uint16_t>(position);
  seq_cst_events_.clear();
  seq_cst_fences_ = 0;
  for (const EventId id : other.seq_cst_events_)
    if (has(id)) add_seq_cst(id);
  displaced_.clear();
  other.displaced_.for_each([&](const DisplacedRead& each) {
    if (!has(each.by)) return;
    if (each.position <= kept)
      displaced_.add(each);
    else
      (*this)[each.by].displaces = false;
  });
  for (std::uint64_t rest = std::exchange(owners_, other.owners_) | other.owners_; rest != 0; rest &= rest - 1) {
    const auto owner = static_cast<std::size_t>(std::countr_zero(rest));
    locations_[owner].resize(other.locations_[owner].size());
  }
  for_each_location([&](unsigned number) { restrict_location(other, number, last, write); });
}

void Graph::restrict_order(const Graph& other, unsigned kept, const View& prefix, EventId write) {
  order_.assign(other.order_.begin(), other.order_.begin() + kept + 1);
  for (unsigned position = kept + 1; position != other.size(); ++position) {
    const EventId id = other.at(position);
    if (id != write && prefix.contains(id)) order_.push_back(id);
  }
  order_.push_back(write);
  sizes_.fill(0);
  for (const EventId id : order_) sizes_[id.thread()] = id.index() + 1;
}

void Graph::restrict_location(const Graph& other, unsigned number, EventId last, EventId write) {
  const Cell& from = other.location(number);
  Cell& to = location(number);
  to.initial = from.initial;
  to.writes.resize(1, EventId::initial());
  for (std::size_t i = 1; i < from.writes.size(); ++i) {
    const EventId id = from.writes[i];
    if (id == write || id == last || !has(id)) continue;
    (*this)[id].place = static_cast<std::uint16_t>(to.writes.size());
    to.writes.push_back(id);
  }
  to.reads.clear();
  std::copy_if(from.reads.begin(), from.reads.end(), std::back_inserter(to.reads),
               [this](EventId id) { return has(id); });
  to.accesses = from.accesses;
  for (unsigned thread = 0; thread != threads_; ++thread)
    while (to.accesses[thread] > sizes_[thread])
      to.accesses[thread] = other[EventId(thread, to.accesses[thread] - 1U)].earlier;
}

}  // namespace vigil::checker
