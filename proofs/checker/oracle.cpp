#include "oracle.hpp"

#include "oracle_graph.hpp"
#include "oracle_preemptions.hpp"
#include "thread_state.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vigil::conformance {
namespace {

Event event_of(const Node& node) {
  Event event;
  if (is_fence(node.access)) return {.kind = Event::Kind::fence};
  event.kind = node.reads && node.writes ? Event::Kind::rmw : node.reads ? Event::Kind::read : Event::Kind::write;
  event.location = node.location;
  event.written = node.writes ? node.written : 0;
  event.read = node.reads ? node.read : 0;
  return event;
}

class Enumeration {
 public:
  Enumeration(const litmus::Program& program, MemoryModel model, std::size_t most_graphs)
      : program_(program), model_(model), most_graphs_(most_graphs) {
    for (const litmus::Object& object : program.objects) initial_.push_back(object.initial);
    initial_.resize(std::max(1U, locations(program)));
  }

  void count_preemptions(std::map<Execution, unsigned>& of_each) { preemptions_ = &of_each; }

  ExecutionSet run() {
    if (program_.threads.size() > kMostThreads || initial_.size() >= kMostEvents) {
      found_.cut_short = true;
      return std::move(found_);
    }
    Graph empty;
    empty.initial = initial_;
    empty.writes.resize(initial_.size());
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread)
      empty.states[thread] = first_state(program_, thread);
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
      const bool is_full = graph.nodes[thread].size() == kMostEventsOfThread || graph.events() == kMostEvents;
      if (is_full || step.access == Access::endless)
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

  [[nodiscard]] bool is_queue_of_atomic(unsigned location) const { return location >= program_.objects.size(); }

  // [atomics.wait]: a notification must reach every thread whose operation read an older value than one that happens
  // before the notification, even if it comes between that read and the thread's entry into the queue.
  [[nodiscard]] bool has_missed_notification(const Graph& graph, unsigned thread, std::size_t enters) const {
    const unsigned queue = graph.nodes[thread][enters].location;
    if (!is_queue_of_atomic(queue)) return false;
    const Node& check = graph.nodes[thread][enters - 1];
    const Matrices matrices(graph);
    const axioms::Relation hb = axioms::happens_before(matrices.candidate(), model_);
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
    if (is_fence(step.access)) {
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
    node.read = graph.value(node.source, step.location);
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
    if (!axioms::is_consistent(Matrices(next).candidate(), model_)) return;
    next.states[thread] = after_step(program_, thread, graph.states[thread], node.read, effect);
    graphs_.push_back(std::move(next));
  }

  void record(const Graph& graph) {
    found_.outcomes.insert(outcome_of(graph));
    if (reads_in_vain(graph)) return;
    Execution execution;
    std::vector<std::vector<int>> numbers;
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread) {
      int count = 0;
      for (auto& number = numbers.emplace_back(); const Node& node : graph.nodes[thread])
        number.push_back(is_plain(node) ? count : count++);
    }
    const auto name_of = [&](Id id) {
      return id == kInitially ? Name{} : Name{static_cast<int>(thread_of(id)), numbers[thread_of(id)][index_of(id)]};
    };
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread) {
      auto& events = execution.threads.emplace_back();
      for (const Node& node : graph.nodes[thread]) {
        if (is_plain(node)) continue;
        events.push_back(event_of(node));
        if (node.reads) events.back().source = name_of(node.source);
      }
    }
    for (const auto& writes : graph.writes)
      std::ranges::transform(writes, std::back_inserter(execution.modification_orders.emplace_back()), name_of);
    normalise(execution);
    if (preemptions_ != nullptr) preemptions_->emplace(execution, least_preemptions(graph, program_, model_));
    found_.executions.push_back(std::move(execution));
  }

  [[nodiscard]] bool is_plain(const Node& node) const {
    return !is_fence(node.access) && node.location < program_.objects.size() &&
           program_.objects[node.location].kind == litmus::Object::Kind::plain;
  }

  [[nodiscard]] Outcome outcome_of(const Graph& graph) const {
    Outcome outcome;
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread)
      outcome.registers.push_back(graph.states[thread].registers);
    for (unsigned object = 0; object != program_.objects.size(); ++object) {
      const auto kind = program_.objects[object].kind;
      const bool has_value = kind == litmus::Object::Kind::atomic || kind == litmus::Object::Kind::plain;
      outcome.values.push_back(has_value ? static_cast<litmus::Word>(graph.newest_value(object)) : 0);
    }
    return outcome;
  }

  const litmus::Program& program_;
  MemoryModel model_;
  std::size_t most_graphs_;
  std::vector<std::uint64_t> initial_;  // value of each location
  std::vector<Graph> graphs_;
  std::unordered_set<std::string> seen_;
  std::map<Execution, unsigned>* preemptions_ = nullptr;
  ExecutionSet found_;
};

}  // namespace

ExecutionSet enumerate(const litmus::Program& program, MemoryModel model, std::size_t most_graphs) {
  return Enumeration(program, model, most_graphs).run();
}

std::map<Execution, unsigned> preemptions_of_each(const litmus::Program& program, MemoryModel model,
                                                  std::size_t most_graphs, bool& cut_short) {
  std::map<Execution, unsigned> of_each;
  Enumeration enumeration(program, model, most_graphs);
  enumeration.count_preemptions(of_each);
  cut_short = enumeration.run().cut_short;
  return of_each;
}

}  // namespace vigil::conformance
