// The fewest preemptive context switches of an execution, beside all orders of the events of small random graphs.

#include "preemptions.hpp"
#include "editor.hpp"
#include "memory_model.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

constexpr unsigned kThreads = 4;
constexpr unsigned kLocations = 2;
constexpr unsigned kMost = 100;

bool is_even(std::uint64_t& value, std::uint64_t /*first*/, std::uint64_t /*second*/) { return value % 2 == 0; }

// A graph that makes no sense as the execution of a program, but has everything that orders care about.
class RandomGraph {
 public:
  // `is_interleaved`: events read the newest write and write behind it. Locks of what is no mutex are for whole graphs.
  RandomGraph(unsigned seed, bool is_interleaved, bool has_locks)
      : random_(seed),
        is_interleaved_(is_interleaved),
        has_locks_(has_locks),
        graph_(kThreads),
        editor_(graph_, *model_) {
    for (unsigned location = 0; location != kLocations; ++location) graph_.declare(Graph::kSetup, location, below(2));
    threads_ = 2 + below(kThreads - 2);
    const unsigned events = 6 + below(4);
    while (graph_.size() < events) add();
    const unsigned starter = below(kThreads - 1);
    if (below(2) == 0 && graph_.size(starter) != 0) add_started_thread(starter);
  }

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

  // A part that has the prefix of each of its events.
  [[nodiscard]] View part() {
    View part;
    for (unsigned i = 0; i != 2; ++i) part.join(graph_.views(graph_.at(below(graph_.size()))).prefix);
    return part;
  }

 private:
  void add() {
    static constexpr std::array kOperations{Operation::load,  Operation::store, Operation::add,
                                            Operation::await, Operation::fence, Operation::lock};
    Request request;
    request.operation = kOperations[below(kOperations.size() - (has_locks_ ? 0 : 1))];
    const unsigned thread = below(threads_);
    request.thread = static_cast<std::uint8_t>(thread);
    request.operand = 1;
    if (request.operation == Operation::fence) {
      (void)editor_.append(thread, request);
      return;
    }
    request.location = static_cast<std::uint16_t>(Graph::kSetup * Graph::kLocationsOfEach + below(kLocations));
    if (request.operation == Operation::await) request.mask = reinterpret_cast<std::uint64_t>(&is_even);
    if (is_store(request.operation)) request.operand = below(3);
    const auto places = static_cast<unsigned>(graph_.location(request.location).writes.size());
    const unsigned place = is_interleaved_ || below(3) != 0 ? places - 1 : below(places);
    const EventId source = graph_.location(request.location).writes[place];
    if (reads_location(request.operation) && effect_of(request, graph_.value(request.location, source), 0).waits)
      return;
    const EventId id = editor_.append(thread, request);
    if (reads_location(request.operation))
      editor_.read_from(id, source, 0);
    else
      editor_.write_at(id, place + 1);
  }

  // The last thread, with a store, which `starter` may join.
  void add_started_thread(unsigned starter) {
    constexpr unsigned kStarted = kThreads - 1;
    Request note;
    note.operation = Operation::begin;
    (void)editor_.append(kStarted, note, EventId(starter, below(graph_.size(starter))));
    Request store;
    store.operation = Operation::store;
    store.operand = 2;
    store.location = Graph::kSetup * Graph::kLocationsOfEach;
    const EventId id = editor_.append(kStarted, store);
    editor_.write_at(id, static_cast<unsigned>(graph_.location(store.location).writes.size()));
    note.operation = Operation::end;
    const EventId end = editor_.append(kStarted, note);
    note.operation = Operation::join;
    const unsigned joiner = below(kStarted);
    if (below(3) != 0) (void)editor_.append(joiner, note, end);
  }

  std::mt19937 random_;
  bool is_interleaved_;
  bool has_locks_;
  unsigned threads_ = 0;
  std::unique_ptr<ConsistencyModel> model_ = make_model(MemoryModel::cpp20);
  Graph graph_;
  Editor editor_;
};

// Tries all orders, one by one.
class AllOrders {
 public:
  AllOrders(const Graph& graph, bool is_interleaved) : graph_(graph), is_interleaved_(is_interleaved) {}

  [[nodiscard]] unsigned least() {
    try_each_next(0);
    return least_;
  }

 private:
  [[nodiscard]] bool is_done(EventId id) const {
    return !id.is_event() || std::find(order_.begin(), order_.end(), id) != order_.end();
  }
  [[nodiscard]] unsigned done_of(unsigned thread) const {
    return static_cast<unsigned>(
        std::count_if(order_.begin(), order_.end(), [thread](EventId id) { return id.thread() == thread; }));
  }
  [[nodiscard]] EventId newest(unsigned location) const {
    EventId newest = EventId::initial();
    for (const EventId write : graph_.location(location).writes)
      if (write.is_initial() || is_done(write)) newest = write;
    return newest;
  }
  [[nodiscard]] bool may_come_next(EventId id) const {
    const Event& event = graph_[id];
    if (!is_done(event.source)) return false;
    if (!is_interleaved_ || !has_location(event.request.operation)) return true;
    const EventId last = newest(event.request.location);
    return event.reads ? event.source == last : event.place == graph_.place(last) + 1U;
  }
  [[nodiscard]] bool can_go_on(unsigned thread) const {
    const unsigned index = done_of(thread);
    if (index == graph_.size(thread)) return false;
    const Event& event = graph_[EventId(thread, index)];
    if (event.request.operation == Operation::join) return is_done(event.source);
    if (!may_wait(event.request.operation)) return true;
    const std::uint64_t value = graph_.value(event.request.location, newest(event.request.location));
    return !effect_of(event.request, value, 0).waits;
  }
  void try_each_next(unsigned preemptions) {
    if (order_.size() == graph_.size()) least_ = std::min(least_, preemptions);
    for (unsigned thread = 0; thread != graph_.threads(); ++thread) {
      const EventId id(thread, done_of(thread));
      if (id.index() == graph_.size(thread) || !may_come_next(id)) continue;
      const bool preempts = !order_.empty() && order_.back().thread() != thread && can_go_on(order_.back().thread());
      order_.push_back(id);
      try_each_next(preemptions + (preempts ? 1 : 0));
      order_.pop_back();
    }
  }

  const Graph& graph_;
  bool is_interleaved_;
  std::vector<EventId> order_;
  unsigned least_ = kMost;
};

void expect_least_of_all_orders(bool is_interleaved) {
  constexpr unsigned kGraphs = 800;
  Preemptions preemptions(is_interleaved);
  unsigned most = 0;
  for (unsigned seed = 0; seed != kGraphs; ++seed) {
    const RandomGraph random(seed, is_interleaved, true);
    const unsigned due = AllOrders(random.graph(), is_interleaved).least();
    ASSERT_EQ(preemptions.of(random.graph(), kMost), due) << "seed " << seed;
    EXPECT_EQ(preemptions.of(random.graph(), due), due) << "seed " << seed;
    EXPECT_TRUE(due == 0 || !preemptions.of(random.graph(), due - 1)) << "seed " << seed;
    most = std::max(most, due);
  }
  EXPECT_GE(most, 2U) << "the graphs show little";
}

TEST(Preemptions, AreTheFewestOfAllOrders) { expect_least_of_all_orders(false); }
TEST(Preemptions, AreTheFewestOfAllInterleavings) { expect_least_of_all_orders(true); }

TEST(Preemptions, OfAPartAreNoMoreThanOfAWholeWithIt) {
  constexpr unsigned kGraphs = 5'000;
  for (const bool is_interleaved : {false, true}) {
    Preemptions preemptions(is_interleaved);
    unsigned fewer = 0;
    for (unsigned seed = 0; seed != kGraphs; ++seed) {
      RandomGraph random(seed, is_interleaved, false);
      const View part = random.part();
      const auto whole = preemptions.of(random.graph(), kMost);
      ASSERT_TRUE(whole.has_value());
      EXPECT_TRUE(preemptions.may_be_within(random.graph(), part, *whole)) << "seed " << seed;
      if (*whole != 0) fewer += preemptions.may_be_within(random.graph(), part, *whole - 1) ? 0 : 1;
    }
    EXPECT_NE(fewer, 0U) << "no part has as many as the whole";
  }
}

// Graphs that are made by hand. Each location begins with 0.
class GraphByHand {
 public:
  explicit GraphByHand(unsigned threads) : graph_(threads), editor_(graph_, *model_) {
    constexpr unsigned kMostLocations = 5;
    for (unsigned location = 0; location != kMostLocations; ++location) graph_.declare(Graph::kSetup, location, 0);
  }

  EventId store(unsigned thread, unsigned location, std::uint64_t value) {
    Request asked = request(Operation::store, location);
    asked.operand = value;
    const EventId id = editor_.append(thread, asked);
    editor_.write_at(id, static_cast<unsigned>(graph_.location(asked.location).writes.size()));
    return id;
  }
  EventId load(unsigned thread, unsigned location, EventId source) {
    return read(thread, request(Operation::load, location), source);
  }
  EventId await_even(unsigned thread, unsigned location, EventId source) {
    Request asked = request(Operation::await, location);
    asked.mask = reinterpret_cast<std::uint64_t>(&is_even);
    return read(thread, asked, source);
  }
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  static Request request(Operation operation, unsigned location) {
    Request asked;
    asked.operation = operation;
    asked.location = static_cast<std::uint16_t>(Graph::kSetup * Graph::kLocationsOfEach + location);
    return asked;
  }
  EventId read(unsigned thread, const Request& asked, EventId source) {
    const EventId id = editor_.append(thread, asked);
    editor_.read_from(id, source, 0);
    return id;
  }

  std::unique_ptr<ConsistencyModel> model_ = make_model(MemoryModel::cpp20);
  Graph graph_;
  Editor editor_;
};

// The first thread stops although it could go on: its next store would let the second one go on, which now waits, for
// nothing.
TEST(Preemptions, AreFewerIfAThreadStopsBeforeAnotherOneIsLetGo) {
  enum Location : unsigned { kBegun, kSeen, kFlag, kAnswer, kLast };
  GraphByHand made(3);
  made.store(0, kFlag, 1);
  made.load(1, kBegun, made.store(0, kBegun, 1));
  made.load(2, kSeen, made.store(1, kSeen, 1));
  const EventId answer = made.store(2, kAnswer, 1);
  const EventId flag = made.store(0, kFlag, 2);
  made.load(0, kAnswer, answer);
  const EventId last = made.store(0, kLast, 1);
  made.await_even(1, kFlag, flag);
  made.load(1, kLast, last);
  EXPECT_EQ(AllOrders(made.graph(), false).least(), 1U);
  EXPECT_EQ(Preemptions(false).of(made.graph(), kMost), 1U);
}

// The first thread waits, because of a store that is not in the part.
TEST(Preemptions, OfAPartAreNoneWhereAThreadMayWait) {
  enum Location : unsigned { kBegun, kFlag };
  GraphByHand made(3);
  made.store(2, kFlag, 1);
  made.load(1, kBegun, made.store(0, kBegun, 1));
  const EventId flag = made.store(1, kFlag, 2);
  const EventId wait = made.await_even(0, kFlag, flag);
  Preemptions preemptions(false);
  EXPECT_EQ(preemptions.of(made.graph(), kMost), 0U);
  EXPECT_TRUE(preemptions.may_be_within(made.graph(), made.graph().views(wait).prefix, 0));
}

TEST(Preemptions, AreNoneOfTheEmptyGraph) { EXPECT_EQ(Preemptions(false).of(Graph(3), 0), 0U); }

}  // namespace
}  // namespace vigil::checker
