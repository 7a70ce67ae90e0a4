// A graph as bytes. What is read back is checked as far as the search relies on it: every index, number and order lies
// in the graph, and every order is one of the right events. Positions, places and who accesses a location are not
// stored: the orders say them.

#include "graph.hpp"
#include "item_bytes.hpp"
#include "program_code.hpp"

#include <algorithm>
#include <string>

namespace vigil::checker {
namespace {

void expect(bool holds, const char* what) {
  if (!holds) throw DamagedItem(what);
}

enum Flag : unsigned { kWrites = 1, kWaits = 2, kDisplaces = 4, kIsLate = 8, kAll = 15 };

void pack(WorkItemWriter& item, const Request& request) {
  item.put(static_cast<std::uint64_t>(request.operation));
  item.put(request.location);
  item.put(request.demands.bits());
  item.put(request.failure.bits());
  item.put(request.spurious);
  item.put(static_cast<std::uint64_t>(request.wait));
  item.put(request.operand);
  item.put(request.expected);
  item.put(~request.mask);
}

// All views of an event, in the order of their bytes.
template <class EventViews, class Visit>
void for_each_view(EventViews& views, Visit visit) {
  for (auto* view : {&views.happens_before, &views.prefix, &views.message, &views.release_fence, &views.acquire_fence,
                     &views.strong, &views.strong_message})
    visit(*view);
}

Demands unpack_demands(WorkItemReader& item) {
  const auto demands = Demands::from_bits(static_cast<unsigned>(item.get(0xff, "an order")));
  expect(demands.has_value(), "an order is out of its range");
  return *demands;
}

Request unpack_request(WorkItemReader& item, unsigned thread) {
  Request request;
  request.operation = static_cast<Operation>(item.get(static_cast<std::uint64_t>(Operation::spin), "an operation"));
  request.thread = static_cast<std::uint8_t>(thread);
  request.location = static_cast<std::uint16_t>(item.get(Graph::kNumbers - 1, "a location"));
  request.demands = unpack_demands(item);
  request.failure = unpack_demands(item);
  request.spurious = static_cast<std::uint8_t>(item.get(UINT8_MAX, "a number of spurious outcomes"));
  request.wait = static_cast<Wait>(item.get(static_cast<std::uint64_t>(Wait::has_time_limit), "a way to wait"));
  request.operand = item.get();
  request.expected = item.get();
  request.mask = ~item.get();
  // The search calls it.
  if (is_await(request.operation))
    expect(is_program_code(request.mask), "the condition of a wait is no function of the program");
  return request;
}

}  // namespace

// ---- to bytes

void Graph::pack(WorkItemWriter& item) const {
  item.put(threads_);
  for (unsigned thread = 0; thread != threads_; ++thread) item.put(exchangeable_[thread]);
  item.put_all(order_);
  for (const EventId id : order_) {
    const Event& event = (*this)[id];
    checker::pack(item, event.request);
    item.put(event.source);
    item.put(event.variant);
    item.put((event.writes ? kWrites : 0U) | (event.waits ? kWaits : 0U) | (event.displaces ? kDisplaces : 0U) |
             (event.is_late ? kIsLate : 0U));
    item.put(views(id).alike);
    item.put(views(id).parted);
    item.put(event.demands.bits());
    item.put(event.read);
    item.put(event.written);
    item.put_word(views(id).state);
    for_each_view(views(id), [&](const View& view) {
      for (unsigned thread = 0; thread != threads_; ++thread) item.put(view.count(thread));
    });
  }
  item.put(owners_);
  for (const auto& locations : locations_) {
    item.put(locations.size());
    for (const Cell& location : locations) {
      item.put(location.initial);
      item.put(location.writes.size() - 1);
      for (std::size_t place = 1; place != location.writes.size(); ++place) item.put(location.writes[place]);
    }
  }
  item.put_all(seq_cst_events_);
  item.put(displaced_.size());
  displaced_.for_each([&](const DisplacedRead& each) {
    item.put(each.read);
    item.put(each.by);
    item.put(each.position);
    item.put(each.location);
  });
}

// ---- and back

void Graph::unpack(WorkItemReader& item) {
  clear();
  unpack_threads(item);
  unpack_events(item);
  unpack_locations(item);
  unpack_orders(item);
  expect_events_to_fit();
}

// One of the events that have been read.
EventId Graph::unpack_own(WorkItemReader& item) const {
  const EventId id = item.get_event();
  expect(id.is_event() && id.index() < sizes_[id.thread()], "an event is not in the graph");
  return id;
}

void Graph::unpack_threads(WorkItemReader& item) {
  threads_ = static_cast<unsigned>(item.get(kMostThreads, "the number of threads"));
  has_symmetry_ = false;
  exchangeable_.fill(0);
  for (unsigned thread = 0; thread != threads_; ++thread)
    set_exchangeable(thread, static_cast<unsigned>(item.get((1U << thread) - 1, "a set of exchangeable threads")));
}

void Graph::unpack_events(WorkItemReader& item) {
  const std::size_t count = item.get_count("events");
  for (std::size_t i = 0; i != count; ++i) {
    const EventId id = item.get_event();
    expect(id.is_event() && id.thread() < threads_ && id.index() == sizes_[id.thread()] &&
               id.index() < EventId::kMostEvents,
           "an event does not follow the one before it");
    add_event(id, {});
  }
  for (const EventId id : order_) {
    Event& event = (*this)[id];
    event.request = unpack_request(item, id.thread());
    event.reads = reads_location(event.request.operation);
    has_symmetry_ |= starts_the_same(event.request);
    event.source = item.get_event();
    event.variant = static_cast<std::uint8_t>(item.get(UINT8_MAX, "a variant"));
    const auto flags = item.get(kAll, "the flags of an event");
    event.writes = (flags & kWrites) != 0;
    event.waits = (flags & kWaits) != 0;
    event.displaces = (flags & kDisplaces) != 0;
    event.is_late = (flags & kIsLate) != 0;
    views(id).alike = static_cast<std::uint16_t>(item.get((1U << id.thread()) - 1, "a set of threads"));
    views(id).parted = static_cast<std::uint16_t>(item.get((1U << id.thread()) - 1, "a set of threads"));
    event.demands = unpack_demands(item);
    event.read = item.get();
    event.written = item.get();
    views(id).state = item.get_word();
    for_each_view(views(id), [&](View& view) {
      view = View();
      for (unsigned thread = 0; thread != threads_; ++thread)
        view.set_count(thread, static_cast<unsigned>(item.get(sizes_[thread], "a view")));
    });
  }
}

void Graph::unpack_locations(WorkItemReader& item) {
  owners_ = item.get((std::uint64_t{1} << kOwners) - 1, "the owners of locations");
  for (unsigned owner = 0; owner != kOwners; ++owner) {
    auto& locations = locations_[owner];
    const std::size_t count = item.get(kLocationsOfEach, "the number of locations");
    expect(count == 0 || ((owners_ >> owner) & 1U) != 0, "locations have no owner");
    locations.assign(count, {});
    for (Cell& location : locations) {
      location.initial = item.get();
      const std::size_t writes = item.get_count("writes");
      for (std::size_t i = 0; i != writes; ++i) {
        const EventId id = unpack_own(item);
        (*this)[id].place = static_cast<std::uint16_t>(location.writes.size());
        location.writes.push_back(id);
      }
    }
  }
  for (const EventId id : order_) {
    const Request& request = (*this)[id].request;
    expect(!has_location(request.operation) || has_number(request.location), "a location is missing");
    add_access(id);
  }
}

void Graph::unpack_orders(WorkItemReader& item) {
  const std::size_t seq_cst = item.get_count("seq_cst events");
  std::vector<bool> is_numbered(order_.size());
  for (std::size_t i = 0; i != seq_cst; ++i) {
    const EventId id = unpack_own(item);
    const unsigned position = (*this)[id].position;
    expect((*this)[id].demands.is_seq_cst() && !is_numbered[position], "a seq_cst event is none");
    is_numbered[position] = true;
    add_seq_cst(id);
  }
  for (const EventId id : order_)
    expect((*this)[id].demands.is_seq_cst() == is_numbered[(*this)[id].position], "a seq_cst event is missing");
  const std::size_t displaced = item.get_count("displaced reads");
  for (std::size_t i = 0; i != displaced; ++i) {
    DisplacedRead each;
    each.read = item.get_event();
    expect(each.read.is_event() && each.read.thread() < threads_, "a displaced read is none");
    each.by = unpack_own(item);
    each.position = static_cast<std::uint16_t>(item.get(UINT16_MAX, "a position"));
    each.location = static_cast<std::uint16_t>(item.get(kNumbers - 1, "a location"));
    expect(has_number(each.location), "a location is missing");
    displaced_.add(each);
  }
}

bool Graph::is(EventId id, Operation operation, std::uint64_t operand) const {
  const Request& request = (*this)[id].request;
  return request.operation == operation && request.operand == operand;
}

// If the same has been started before, then by this thread, in the same row.
void Graph::expect_start(EventId id) const {
  const Request& request = (*this)[id].request;
  if (request.expected == 0) return;
  constexpr const char* kWhat = "a thread is started as one that is not";
  expect(request.expected <= id.index(), kWhat);
  for (unsigned events = 1; events <= request.expected; ++events) {
    const Request& earlier = (*this)[EventId(id.thread(), id.index() - events)].request;
    const bool starts = earlier.operation == Operation::start_thread && earlier.operand < request.operand;
    expect(starts || (events != request.expected && comes_between(earlier.operation)), kWhat);
  }
}

// Each event is in the orders of its location, and in no others; what it names is there.
void Graph::expect_events_to_fit() const {
  std::size_t writes = 0, writing = 0;
  for_each_location([&](unsigned number) {
    const Cell& at = location(number);
    std::vector<bool> seen(order_.size());
    for (std::size_t place = 1; place != at.writes.size(); ++place, ++writes) {
      const Event& event = (*this)[at.writes[place]];
      expect(event.writes && event.request.location == number && !seen[event.position], "a write is none");
      seen[event.position] = true;
    }
  });
  for (const EventId id : order_) {
    const Event& event = (*this)[id];
    const Request& request = event.request;
    if (event.writes) ++writing;
    const bool has_source = event.source.is_event();
    expect(!has_source || event.source.index() < sizes_[event.source.thread()], "what an event reads is missing");
    expect(!event.writes || event.reads || is_store(request.operation), "an event writes that cannot");
    if (has_location(request.operation)) {
      const bool looks_at_queue = request.operation == Operation::load && request.operand != 0;
      expect(!looks_at_queue || (!is_queue_of_atomic(request.location) && has_number(queue_of(request.location))),
             "a queue is missing");
    }
    if (event.reads)
      expect(event.source.is_initial() || (has_source && (*this)[event.source].request.location == request.location &&
                                           (*this)[event.source].writes),
             "a read reads what is no write");
    else
      expect(!event.source.is_initial(), "an event that reads nothing reads an initial value");
    if (request.operation == Operation::start_thread || request.operation == Operation::join)
      expect(request.operand < threads_, "a thread is missing");
    if (request.operation == Operation::start_thread) expect_start(id);
    if (request.operation == Operation::begin)
      expect(has_source && is(event.source, Operation::start_thread, id.thread()),
             "a thread begins that nobody starts");
    if (request.operation == Operation::join)
      expect(has_source && event.source.thread() == request.operand && is(event.source, Operation::end, 0),
             "a thread is joined that has not ended");
    if (request.operation == Operation::spin) expect(request.operand <= id.index(), "a loop begins nowhere");
    const View& prefix = views(id).prefix;
    expect(prefix.count(id.thread()) == id.index() + 1, "an event does not depend on itself");
    if (id.index() != 0)
      expect(prefix.includes(views(EventId(id.thread(), id.index() - 1)).prefix),
             "an event does not depend on the one before it");
    if (has_source) expect(prefix.includes(views(event.source).prefix), "an event does not depend on what it reads");
    if (event.reads && event.writes)
      expect(event.place == place(event.source) + 1, "a read-modify-write does not follow what it reads");
  }
  expect(writes == writing, "a write is missing at its location");
}

}  // namespace vigil::checker
