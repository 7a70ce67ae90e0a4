#pragma once

#include "request.hpp"
#include "view.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// An event: a request, what came of it, and what its thread knows after it.
struct Event {
  Request request;
  EventId source;              // that it reads from; of `begin` and `join`: the event of the other thread
  std::uint16_t place = 0;     // in the modification order, if it writes; the initial value has place 0
  std::uint16_t position = 0;  // in the order in which events were added
  std::uint16_t number = 0;    // among the seq_cst events, if it is one
  std::uint8_t variant = 0;
  bool reads = false;
  bool writes = false;
  bool waits = false;
  bool displaces = false;  // a read was taken out that would have waited for what this event wrote
  bool is_late = false;    // waits only because the graph in which it goes on is another one
  Demands demands;
  std::uint64_t read = 0;
  std::uint64_t written = 0;
  std::uint64_t state = 0;  // of the thread before a read with which an iteration may begin

  // Each includes the event itself.
  View happens_before;
  View prefix;  // everything that it depends on: sb ∪ rf
  // What a thread that acquires the value written, or something later in its release sequence, comes to know.
  View message;
  // What the last release fence of the thread knew; what an acquire fence would come to know.
  View release_fence, acquire_fence;
  // Strongly-happens-before, without the event itself; and what a seq_cst read of the value comes after in that order.
  View strong, strong_message;
};

// A memory location: the writes in modification order, the initial value first, and the events that read it.
struct Cell {
  std::uint64_t initial = 0;
  std::vector<EventId> writes{EventId::initial()};
  std::vector<EventId> reads;
};

class WorkItemWriter;
class WorkItemReader;

// An execution graph: events of each thread, which write each read reads from, the modification order of each
// location, and the order in which events were added.
class Graph {
 public:
  // Locations are numbered by who constructs them, so that a number means the same in every execution. For each there
  // is a number for the queue of those who wait for it to change, as if another owner had constructed it.
  static constexpr unsigned kLocationsOfEach = 2048;
  static constexpr unsigned kSetup = kMostThreads;  // constructs as thread number kSetup
  static constexpr unsigned kOwners = 2 * (kSetup + 1);
  static constexpr unsigned kNumbers = kOwners * kLocationsOfEach;
  static_assert(kNumbers <= 1U << 16U);  // a request names its location in 16 bits
  [[nodiscard]] static constexpr unsigned queue_of(unsigned location) { return location + kNumbers / 2; }
  [[nodiscard]] static constexpr bool is_queue_of_atomic(unsigned location) { return location >= kNumbers / 2; }

  // A read that was taken out when a write came that would make it wait. It is added again for a write that depends on
  // that one: in graphs where it reads another it was never taken out.
  struct Displaced {
    EventId read;
    EventId by;
    std::uint16_t position = 0;  // of the read when it was taken out: what came before it has a smaller one
    std::uint16_t location = 0;
  };

  explicit Graph(unsigned threads);

  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(order_.size()); }
  [[nodiscard]] unsigned size(unsigned thread) const { return sizes_[thread]; }
  [[nodiscard]] EventId at(unsigned position) const { return order_[position]; }
  [[nodiscard]] Event& operator[](EventId id) { return events_[id.thread()][id.index()]; }
  [[nodiscard]] const Event& operator[](EventId id) const { return events_[id.thread()][id.index()]; }
  // By index; good until the next event of the thread is added.
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
  [[nodiscard]] EventId newest(unsigned location) const { return this->location(location).writes.back(); }
  // Whether a read-modify-write reads from the write at `place`: then it stands right after it, and nothing may come
  // between.
  [[nodiscard]] bool is_claimed(unsigned location, unsigned place) const;
  // By number; in no particular order.
  [[nodiscard]] const std::vector<EventId>& seq_cst_events() const { return seq_cst_events_; }
  // An order of the events that respects sb ∪ rf, and modification orders as far as both can be respected at once.
  [[nodiscard]] std::vector<EventId> interleaving() const;
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
  // There is a queue beside the location.
  void declare_queue(unsigned location) { declare_number(queue_of(location)); }
  // A thread that was started while others run.
  void set_threads(unsigned threads) { threads_ = threads; }

  // Adds the next event of its thread, last in the order. Its effect and its views are set by `settle`.
  EventId append(unsigned thread, const Request& request);
  // Puts an event that writes at `place` of the modification order, or takes it out.
  void insert_write(EventId id, unsigned place);
  void remove_write(EventId id);
  // Takes out a read, the last of its thread and in no modification order, which `by` would make wait.
  void displace(EventId read, EventId by);
  [[nodiscard]] bool has_displaced() const { return !displaced_.empty(); }
  // Of a displaced read, whether it would have waited for the newest write that there was where it stood, judged with
  // the prefix of `write` as in every revisit.
  [[nodiscard]] bool was_displaced_maximally(const Displaced& displaced, EventId write) const;
  // Whether the read may be added with this source, as far as it has been displaced.
  [[nodiscard]] bool may_take_again(EventId read, EventId source) const;
  [[nodiscard]] const std::vector<Displaced>& displaced() const { return displaced_; }
  // Calls `visit` with each event that has displaced the read.
  template <class Visit>
  void for_each_displacing(EventId read, Visit visit) const {
    for (const Displaced& each : displaced_)
      if (each.read == read) visit(each.by);
  }
  // What the event's effect demands; the graph counts the seq_cst ones.
  void set_demands(EventId id, Demands demands);
  // Removes every event from `position` of the order on.
  void cut(unsigned position);
  // Makes this graph the part of `other` that was added up to `last`, or that `prefix` contains. `last` and `write`,
  // which comes last, are in no modification order: they are about to be placed anew.
  void restrict_to(const Graph& other, EventId last, const View& prefix, EventId write);
  void clear();

  void pack(WorkItemWriter& item) const;
  void unpack(WorkItemReader& item);

 private:
  void declare_number(unsigned number);
  void add_event(EventId id, const Event& event);
  void add_seq_cst(EventId id);
  void remove_last();
  [[nodiscard]] EventId newest_for(const Displaced& displaced, EventId write) const;
  [[nodiscard]] bool may_follow(EventId id, const View& done, bool in_place) const;

  unsigned threads_;
  std::array<unsigned, kMostThreads> sizes_{};
  std::vector<Displaced> displaced_;
  std::vector<EventId> order_;
  std::vector<EventId> seq_cst_events_;
  std::array<std::vector<Event>, kMostThreads> events_;
  static_assert(kOwners <= 64);
  std::uint64_t owners_ = 0;  // of locations, a bit each
  std::array<std::vector<Cell>, kOwners> locations_;
};

}  // namespace vigil::checker
