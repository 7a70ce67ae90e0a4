#pragma once

#include "displaced_reads.hpp"
#include "request.hpp"
#include "view.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::checker {

// An event: a request and its effect. A thread that is replayed looks at these alone.
struct alignas(64) Event {
  Request request;
  EventId source;              // that it reads from; of `begin` and `join`: the event of the other thread
  std::uint16_t place = 0;     // in the modification order, if it writes; the initial value has place 0
  std::uint16_t position = 0;  // in the order in which events were added
  std::uint16_t number = 0;    // among the seq_cst events, if it is one
  std::uint16_t earlier = 0;   // how many events its thread had after its last access to the location, if it has one
  std::uint8_t variant = 0;
  Demands demands;
  bool reads : 1 = false;
  bool writes : 1 = false;
  bool waits : 1 = false;
  bool displaces : 1 = false;  // a read was taken out that would have waited for this event's write
  bool is_late : 1 = false;    // waits only because it goes on in another graph
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};
static_assert(sizeof(Event) == 64);

// The rest of an event, at which no replay looks. It is apart, so that an event is one line of the cache.
struct Views {
  // What its thread knows after it. Each includes the event itself.
  View happens_before;
  View prefix;  // everything that it depends on: sb ∪ rf; and what it is kept with, for symmetry
  // What a thread learns that acquires the written value, or a later value of its release sequence.
  View message;
  // What the thread's last release fence knew, and what an acquire fence would learn.
  View release_fence, acquire_fence;
  // The events that strongly happen before this event, without the event itself, and those that strongly happen before
  // a seq_cst read of its value.
  View strong, strong_message;
  std::uint16_t alike = 0;   // earlier threads that have done the same up to here, a bit each: see symmetry.hpp
  std::uint16_t parted = 0;  // earlier threads that were alike until both started a thread
  std::uint64_t state = 0;   // of the thread before a read with which an iteration may begin
};

// A memory location: the writes in modification order, the initial value first, and the events that read it.
struct Cell {
  std::uint64_t initial = 0;
  std::vector<EventId> writes{EventId::initial()};
  std::vector<EventId> reads;
  // How many events each thread had after its last access; each access leads to the one before: Event::earlier.
  std::array<std::uint16_t, kMostThreads> accesses{};
};

class WorkItemWriter;
class WorkItemReader;

// An execution graph: the events of each thread, the write that each read reads from, the modification order of each
// location, and the order in which events were added.
class Graph {
 public:
  // Locations are numbered by the thread that constructs them, so a number means the same in every execution. Each
  // location also has a number for the queue of the threads that wait for its change, as if another owner had
  // constructed that queue.
  static constexpr unsigned kLocationsOfEach = 2048;
  static constexpr unsigned kSetup = kMostThreads;  // constructs as thread number kSetup
  // Nobody constructs the locations of a program that does not know the layer: see Operations::adopt.
  static constexpr unsigned kFound = kSetup + 1;
  static constexpr unsigned kOwners = 2 * (kFound + 1);
  static constexpr unsigned kNumbers = kOwners * kLocationsOfEach;
  static_assert(kNumbers <= 1U << 16U);  // a request names its location in 16 bits
  [[nodiscard]] static constexpr unsigned queue_of(unsigned location) { return location + kNumbers / 2; }
  [[nodiscard]] static constexpr bool is_queue_of_atomic(unsigned location) { return location >= kNumbers / 2; }

  explicit Graph(unsigned threads);

  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(order_.size()); }
  [[nodiscard]] unsigned size(unsigned thread) const { return sizes_[thread]; }
  [[nodiscard]] EventId at(unsigned position) const { return order_[position]; }
  [[nodiscard]] const std::vector<EventId>& order() const { return order_; }
  [[nodiscard]] Event& operator[](EventId id) { return events_[id.thread()][id.index()]; }
  [[nodiscard]] const Event& operator[](EventId id) const { return events_[id.thread()][id.index()]; }
  [[nodiscard]] Views& views(EventId id) { return views_[id.thread()][id.index()]; }
  [[nodiscard]] const Views& views(EventId id) const { return views_[id.thread()][id.index()]; }
  // By index. Valid until the next event of the thread is added.
  [[nodiscard]] const Event* events_of(unsigned thread) const { return events_[thread].data(); }
  [[nodiscard]] Cell& location(unsigned number) {
    return locations_[number / kLocationsOfEach][number % kLocationsOfEach];
  }
  [[nodiscard]] const Cell& location(unsigned number) const {
    return locations_[number / kLocationsOfEach][number % kLocationsOfEach];
  }
  [[nodiscard]] EventId last_of(unsigned thread) const { return EventId(thread, sizes_[thread] - 1); }

  [[nodiscard]] std::uint64_t value(unsigned location, EventId write) const {
    return write.is_initial() ? this->location(location).initial : (*this)[write].written;
  }
  [[nodiscard]] unsigned place(EventId write) const { return write.is_initial() ? 0U : (*this)[write].place; }
  // Of an access in the extended coherence order of its location: each write comes before its readers, and they before
  // the next write.
  [[nodiscard]] unsigned rank(const Event& event) const {
    return event.writes ? 2U * event.place : 2U * place(event.source) + 1;
  }
  [[nodiscard]] EventId newest(unsigned location) const { return this->location(location).writes.back(); }
  // Whether a read-modify-write reads from the write at `place`. Then it is the next write, and no write may come
  // between
  // the two.
  [[nodiscard]] bool is_claimed(unsigned location, unsigned place) const;
  // The place that a location's newest write has for a thread that knows so much, without `except`. By coherence it is
  // that of the last access of one of the threads.
  [[nodiscard]] unsigned newest_known(const View& known, unsigned location, EventId except) const;
  // By number, in no particular order.
  [[nodiscard]] const std::vector<EventId>& seq_cst_events() const { return seq_cst_events_; }
  // Whether one of them is a fence.
  [[nodiscard]] bool has_seq_cst_fence() const { return seq_cst_fences_ != 0; }
  // An order of the events that respects sb ∪ rf, and the modification orders as far as sb ∪ rf permits.
  [[nodiscard]] std::vector<EventId> interleaving() const;
  // Whether this execution has a location of that number.
  [[nodiscard]] bool has_number(unsigned number) const {
    return number % kLocationsOfEach < locations_[number / kLocationsOfEach].size();
  }
  // Calls `visit(number)` for each location in use.
  template <class Visit>
  void for_each_location(Visit visit) const {
    for (std::uint64_t rest = owners_; rest != 0; rest &= rest - 1) {
      const auto owner = static_cast<unsigned>(std::countr_zero(rest));
      for (unsigned k = 0; k != locations_[owner].size(); ++k) visit(owner * kLocationsOfEach + k);
    }
  }

  // The k-th location that `owner` constructs in this execution begins with this value; k is less than
  // kLocationsOfEach. Returns its number.
  unsigned declare(unsigned owner, unsigned k, std::uint64_t initial);
  // The location of this number, which a graph of the same model has declared.
  void declare_as(unsigned number, std::uint64_t initial) {
    declare_number(number);
    location(number).initial = initial;
  }
  // The location has a queue.
  void declare_queue(unsigned location) { declare_number(queue_of(location)); }
  // The earlier threads that can be exchanged with this one, a bit each.
  [[nodiscard]] unsigned exchangeable_before(unsigned thread) const { return exchangeable_[thread]; }
  [[nodiscard]] bool has_symmetry() const { return has_symmetry_; }
  void set_exchangeable(unsigned thread, unsigned before) {
    exchangeable_[thread] = static_cast<std::uint16_t>(before);
    has_symmetry_ |= before != 0;
  }
  // Two threads that were to be exchangeable, and are not; if they were started, perhaps the step twice by which the
  // program distinguishes them.
  void note_asymmetry(EventId event, EventId counterpart) { asymmetry_ = {event, counterpart}; }
  [[nodiscard]] const std::pair<EventId, EventId>& asymmetry() const { return asymmetry_; }
  // For threads that are started while others run.
  void set_threads(unsigned threads) { threads_ = threads; }

  // Adds the next event of its thread, last in the order. Its effect and its views are set by `settle`.
  EventId append(unsigned thread, const Request& request);
  // Puts a writing event at `place` of the modification order, or takes it out.
  void insert_write(EventId id, unsigned place);
  void remove_write(EventId id);
  // Takes out a read, the last of its thread and in no modification order, which `by` would make wait.
  void displace(EventId read, EventId by);
  [[nodiscard]] bool has_displaced() const { return !displaced_.empty(); }
  // Whether a displaced read would have waited for the newest write at its position. The prefix of `write` counts as
  // present, as in every revisit.
  [[nodiscard]] bool was_displaced_maximally(const DisplacedRead& displaced, EventId write) const;
  // Whether the read may be added with this source, as far as it has been displaced.
  [[nodiscard]] bool may_take_again(EventId read, EventId source) const {
    return displaced_.all_of(
        read, [&](const DisplacedRead& each) { return source.is_event() && was_displaced_maximally(each, source); });
  }
  [[nodiscard]] const DisplacedReads& displaced() const { return displaced_; }
  // What the event's effect demands. The graph counts the seq_cst events.
  void set_demands(EventId id, Demands demands);
  // Removes every event from `position` of the order on.
  void cut(unsigned position);
  // Makes this graph the part of `other` that was added up to `last` or that `prefix` contains. `write` comes last.
  // `last` and `write` are in no modification order: the caller places them again.
  void restrict_to(const Graph& other, EventId last, const View& prefix, EventId write);
  void clear();

  // Throws DamagedItem if what is read is no graph.
  void pack(WorkItemWriter& item) const;
  void unpack(WorkItemReader& item);

 private:
  void declare_number(unsigned number);
  void unpack_threads(WorkItemReader& item);
  void unpack_events(WorkItemReader& item);
  void unpack_locations(WorkItemReader& item);
  void unpack_orders(WorkItemReader& item);
  [[nodiscard]] EventId unpack_own(WorkItemReader& item) const;
  void expect_events_to_fit() const;
  void expect_start(EventId id) const;
  [[nodiscard]] bool is(EventId id, Operation operation, std::uint64_t operand) const;
  void add_event(EventId id, const Event& event);
  // At its location, if it has one.
  void add_access(EventId id);
  void remove_access(EventId id);
  void add_seq_cst(EventId id);
  void remove_last();
  [[nodiscard]] bool has(EventId id) const { return id.index() < sizes_[id.thread()]; }
  void restrict_order(const Graph& other, unsigned kept, const View& prefix, EventId write);
  void restrict_location(const Graph& other, unsigned number, EventId last, EventId write);
  [[nodiscard]] EventId newest_for(const DisplacedRead& displaced, EventId write, unsigned end) const;
  [[nodiscard]] bool may_follow(EventId id, const View& done, bool in_place) const;

  unsigned threads_;
  bool has_symmetry_ = false;
  std::array<std::uint16_t, kMostThreads> exchangeable_{};
  std::pair<EventId, EventId> asymmetry_{};
  std::array<unsigned, kMostThreads> sizes_{};
  DisplacedReads displaced_;
  std::vector<EventId> order_;
  std::vector<EventId> seq_cst_events_;
  unsigned seq_cst_fences_ = 0;
  std::array<std::vector<Event>, kMostThreads> events_;
  std::array<std::vector<Views>, kMostThreads> views_;  // of the same events
  static_assert(kOwners <= 64);
  std::uint64_t owners_ = 0;  // of locations, a bit each
  std::array<std::vector<Cell>, kOwners> locations_;
};

}  // namespace vigil::checker
