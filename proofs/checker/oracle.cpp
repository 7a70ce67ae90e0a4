#include "oracle.hpp"

#include "thread_state.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vigil::conformance {
namespace {

constexpr unsigned kMostThreads = 4;
constexpr unsigned kMostEventsOfThread = 15;

// An event by thread and index, in one byte. A location's initial value has none.
using Id = std::uint8_t;
constexpr Id kInitially = 0xff;
Id id_of(unsigned thread, std::size_t index) { return static_cast<Id>(thread * 16 + index); }
unsigned thread_of(Id id) { return id / 16; }
unsigned index_of(Id id) { return id % 16; }

struct Node {
  Access access = Access::none;
  bool reads = false;
  bool writes = false;
  std::uint8_t location = 0;
  Id source = kInitially;
  std::uint8_t outcome = 0;  // the number of the effect, if there are several
  std::memory_order order = std::memory_order_relaxed;
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};

struct Graph {
  std::array<std::vector<Node>, kMostThreads> nodes;
  std::array<ThreadState, kMostThreads> states;
  std::vector<std::vector<Id>> writes;  // of each location in modification order, without the initial value

  [[nodiscard]] const Node& operator[](Id id) const { return nodes[thread_of(id)][index_of(id)]; }
  [[nodiscard]] std::uint64_t value(Id write) const { return write == kInitially ? 0 : (*this)[write].written; }
  [[nodiscard]] std::uint64_t newest_value(unsigned location) const {
    return writes[location].empty() ? 0 : value(writes[location].back());
  }

  // In the modification order; the initial value has place 0.
  [[nodiscard]] std::size_t place(Id write, unsigned location) const {
    if (write == kInitially) return 0;
    const auto& order = writes[location];
    return static_cast<std::size_t>(std::ranges::find(order, write) - order.begin()) + 1;
  }

  // Differs for different graphs. Values follow from sources and outcomes.
  [[nodiscard]] std::string key() const {
    std::string text;
    for (const auto& thread : nodes) {
      text += static_cast<char>(thread.size());
      for (const Node& node : thread) {
        text += static_cast<char>(node.source);
        text += static_cast<char>(node.outcome);
      }
    }
    for (const auto& order : writes) {
      text.append(order.begin(), order.end());
      text += static_cast<char>(kInitially);
    }
    return text;
  }
};

bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}
bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

bool is_locked(Access access) {
  return access != Access::load && access != Access::await && access != Access::store && access != Access::fence;
}

// A graph as the definitions need it: initial values first, then thread after thread.
class Matrices {
 public:
  explicit Matrices(const Graph& graph) : graph_(graph), candidate_(count(graph)) {
    for (unsigned location = 0; location != graph.writes.size(); ++location) {
      candidate_.writes |= only(location);
      at_[location] |= only(location);
    }
    for (unsigned thread = 0; thread != kMostThreads; ++thread)
      for (unsigned index = 0; index != graph.nodes[thread].size(); ++index) add(id_of(thread, index));
    for (unsigned location = 0; location != graph.writes.size(); ++location) order(location);
  }
  [[nodiscard]] const Candidate& candidate() const { return candidate_; }
  // The number of an event, by its name and its location.
  [[nodiscard]] unsigned number(Id id, unsigned location) const {
    if (id == kInitially) return location;
    std::size_t before = graph_.writes.size() + index_of(id);
    for (unsigned thread = 0; thread != thread_of(id); ++thread) before += graph_.nodes[thread].size();
    return static_cast<unsigned>(before);
  }

 private:
  static unsigned count(const Graph& graph) {
    std::size_t events = graph.writes.size();
    for (const auto& thread : graph.nodes) events += thread.size();
    return static_cast<unsigned>(events);
  }

  void add(Id id) {
    const Node& node = graph_[id];
    const unsigned event = number(id, node.location);
    for (unsigned location = 0; location != graph_.writes.size(); ++location)
      candidate_.program_order.add(location, event);
    for (unsigned index = 0; index != index_of(id); ++index)
      candidate_.program_order.add(number(id_of(thread_of(id), index), 0), event);
    if (node.access == Access::fence)
      candidate_.fences |= only(event);
    else
      at_[node.location] |= only(event);
    if (node.reads) {
      candidate_.reads |= only(event);
      candidate_.reads_from.add(number(node.source, node.location), event);
    }
    if (node.writes) candidate_.writes |= only(event);
    if (is_locked(node.access)) candidate_.locked |= only(event);
    if (acquires(node.order)) candidate_.acquires |= only(event);
    if (releases(node.order)) candidate_.releases |= only(event);
    if (node.order == std::memory_order_seq_cst) candidate_.seq_cst |= only(event);
  }

  void order(unsigned location) {
    EventSet before = only(location);
    for (const Id write : graph_.writes[location]) {
      const unsigned event = number(write, location);
      for_each(before, [&](unsigned earlier) { candidate_.modification_order.add(earlier, event); });
      before |= only(event);
    }
    for_each(at_[location],
             [&](unsigned a) { for_each(at_[location], [&](unsigned b) { candidate_.same_location.add(a, b); }); });
  }

  const Graph& graph_;
  Candidate candidate_;
  std::array<EventSet, kMostEvents> at_{};
};

Event event_of(const Node& node) {
  Event event;
  if (node.access == Access::fence) return {.kind = Event::Kind::fence};
  event.kind = node.reads && node.writes ? Event::Kind::rmw : node.reads ? Event::Kind::read : Event::Kind::write;
  event.location = node.location;
  event.written = node.writes ? node.written : 0;
  if (!node.reads) return event;
  event.read = node.read;
  if (node.source != kInitially)
    event.source = {static_cast<int>(thread_of(node.source)), static_cast<int>(index_of(node.source))};
  return event;
}

class Enumeration {
 public:
  Enumeration(const Program& program, MemoryModel model, std::size_t most_graphs)
      : program_(program), model_(model), most_graphs_(most_graphs) {}

  ExecutionSet run() {
    Graph empty;
    empty.writes.resize(std::max(1U, locations(program_)));
    graphs_.push_back(std::move(empty));
    while (!graphs_.empty() && !found_.cut_short) {
      const Graph graph = std::move(graphs_.back());
      graphs_.pop_back();
      visit(graph);
    }
    std::ranges::sort(found_.executions);
    return std::move(found_);
  }

 private:
  void visit(const Graph& graph) {
    bool is_complete = true;
    bool waits_for_ever = true;
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread) {
      const Step step = next_step(program_, thread, graph.states[thread]);
      if (step.access == Access::none) continue;
      is_complete = false;
      waits_for_ever = waits_for_ever && waits(graph, thread, step);
      if (graph.nodes[thread].size() == kMostEventsOfThread)
        found_.cut_short = true;
      else
        extend(graph, thread, step);
    }
    if (is_complete)
      record(graph);
    else if (waits_for_ever)
      found_.blocks = true;
  }

  // Whether the thread cannot go on although it sees all the newest values.
  [[nodiscard]] bool waits(const Graph& graph, unsigned thread, const Step& step) const {
    if (step.access == Access::lock || step.access == Access::await || step.access == Access::await_exchange)
      return effects(step, thread, graph.newest_value(step.location)).count == 0;
    // The thread's bit among the waiting ones is cleared only when the thread is released.
    return step.access == Access::wake && ((graph.newest_value(step.location) >> thread) & 1) != 0 &&
           !has_missed_notification(graph, thread, graph.nodes[thread].size() - 1);
  }

  [[nodiscard]] bool is_queue_of_atomic(unsigned location) const {
    return location >= program_.atomics + program_.mutexes + program_.conditions;
  }

  // [atomics.wait]: a notification must reach every thread whose operation read an older value than one that happens
  // before the notification, even if it comes between that read and the thread's entry into the queue.
  [[nodiscard]] bool has_missed_notification(const Graph& graph, unsigned thread, std::size_t enters) const {
    const unsigned queue = graph.nodes[thread][enters].location;
    if (!is_queue_of_atomic(queue)) return false;
    const Node& check = graph.nodes[thread][enters - 1];
    const Matrices matrices(graph);
    const Relation hb = happens_before(matrices.candidate(), model_);
    for (unsigned other = 0; other != kMostThreads; ++other) {
      for (unsigned index = 0; index != graph.nodes[other].size(); ++index) {
        const Node& node = graph.nodes[other][index];
        const bool is_notification = node.access == Access::notify_one || node.access == Access::notify_all;
        if (!is_notification || node.location != queue) continue;
        // A notification that released another thread has done its duty.
        const bool let_this_one_go = ((node.written >> (kThreadBits + thread)) & 1) != 0;
        if (node.access == Access::notify_one && node.writes && !let_this_one_go) continue;
        if (graph.place(node.source, queue) >= graph.place(id_of(thread, enters), queue)) continue;
        const unsigned notification = matrices.number(id_of(other, index), queue);
        for (std::size_t place = graph.place(check.source, check.location);
             place != graph.writes[check.location].size(); ++place)
          if (hb.has(matrices.number(graph.writes[check.location][place], check.location), notification)) return true;
      }
    }
    return false;
  }

  // Whether a wait on an atomic read the old value once too often: it missed a notification, or left the queue without
  // one. The checker instead has an execution with the same outcome in which the thread reads later.
  [[nodiscard]] bool reads_in_vain(const Graph& graph) const {
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread)
      for (std::size_t index = 0; index != graph.nodes[thread].size(); ++index) {
        const Node& node = graph.nodes[thread][index];
        const bool is_spurious = node.access == Access::wake && node.writes && is_queue_of_atomic(node.location);
        if (is_spurious) return true;
        if (node.access == Access::enter && has_missed_notification(graph, thread, index)) return true;
      }
    return false;
  }

  void extend(const Graph& graph, unsigned thread, const Step& step) {
    const std::size_t places = graph.writes[step.location].size();
    Node node{.access = step.access, .location = static_cast<std::uint8_t>(step.location), .order = step.order};
    if (step.access == Access::fence) {
      add(graph, thread, node, {}, 0);
    } else if (step.access == Access::store) {
      node.writes = true;
      node.written = step.operand;
      for (std::size_t place = 0; place <= places; ++place) add(graph, thread, node, {}, place);
    } else {
      for (std::size_t place = 0; place <= places; ++place) {
        node.source = place == 0 ? kInitially : graph.writes[step.location][place - 1];
        read(graph, thread, step, node, place);
      }
    }
  }

  void read(const Graph& graph, unsigned thread, const Step& step, Node node, std::size_t place) {
    node.reads = true;
    node.read = graph.value(node.source);
    const Effects possible = effects(step, thread, node.read);
    for (unsigned outcome = 0; outcome != possible.count; ++outcome) {
      const Effect& effect = possible.each[outcome];
      // x86's cmpxchg does not fail spuriously.
      if (model_ == MemoryModel::x86_tso && effect.is_spurious && step.access == Access::compare_exchange) continue;
      node.outcome = static_cast<std::uint8_t>(outcome);
      node.writes = effect.writes;
      node.written = effect.written;
      node.order = effect.order;
      add(graph, thread, node, effect, place);
    }
  }

  void add(const Graph& graph, unsigned thread, const Node& node, const Effect& effect, std::size_t place) {
    Graph next = graph;
    auto& order = next.writes[node.location];
    if (node.writes)
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), id_of(thread, next.nodes[thread].size()));
    next.nodes[thread].push_back(node);
    if (!seen_.insert(next.key()).second) return;
    if (seen_.size() > most_graphs_) found_.cut_short = true;
    if (!is_consistent(Matrices(next).candidate(), model_)) return;
    next.states[thread] = after_step(program_, thread, graph.states[thread], node.read, effect);
    graphs_.push_back(std::move(next));
  }

  void record(const Graph& graph) {
    found_.outcomes.insert(outcome_of(graph));
    if (reads_in_vain(graph)) return;
    Execution execution;
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread) {
      execution.threads.emplace_back();
      for (const Node& node : graph.nodes[thread]) execution.threads.back().push_back(event_of(node));
    }
    for (const auto& writes : graph.writes) {
      execution.modification_orders.emplace_back();
      for (const Id id : writes)
        execution.modification_orders.back().push_back(
            {static_cast<int>(thread_of(id)), static_cast<int>(index_of(id))});
    }
    normalise(execution);
    found_.executions.push_back(std::move(execution));
  }

  [[nodiscard]] Outcome outcome_of(const Graph& graph) const {
    Outcome outcome;
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread) {
      auto& given_back = outcome.given_back.emplace_back();
      ThreadState state;
      for (const Node& node : graph.nodes[thread]) {
        const Effects possible = effects(next_step(program_, thread, state), thread, node.read);
        const ThreadState after = after_step(program_, thread, state, node.read, possible.each[node.outcome]);
        if (has_given_back(program_, thread, state, after)) given_back.push_back(after.last);
        state = after;
      }
    }
    for (unsigned atomic = 0; atomic != program_.atomics; ++atomic)
      outcome.remaining.push_back(graph.newest_value(atomic));
    return outcome;
  }

  const Program& program_;
  MemoryModel model_;
  std::size_t most_graphs_;
  std::vector<Graph> graphs_;
  std::unordered_set<std::string> seen_;
  ExecutionSet found_;
};

}  // namespace

ExecutionSet enumerate(const Program& program, MemoryModel model, std::size_t most_graphs) {
  return Enumeration(program, model, most_graphs).run();
}

}  // namespace vigil::conformance
