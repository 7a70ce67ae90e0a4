#include "draw.hpp"

#include "trace_words.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace vigil::litmus {
namespace {

using checker::EventId;
using checker::Graph;
using checker::MemoryModel;
using checker::TimedStep;
using checker::Trace;

std::string signed_text(Word value) { return std::to_string(static_cast<std::int32_t>(value)); }

class Drawer {
 public:
  Drawer(const Test& test, const NumberedExecution& execution, MemoryModel model)
      : program_(test.program), graph_(execution.graph), model_(model), trace_(checker::linearise(execution.steps)) {}

  Drawing draw() {
    for (const Thread& thread : program_.threads) drawing_.threads.push_back(thread.name);
    for (const auto& object : trace_.objects) drawing_.objects.push_back(object_of(object));
    for (const TimedStep& step : trace_.steps) drawing_.events.push_back(event_of(step));
    const Numbered all = nodes(true);
    drawing_.arrows = arrows_of(all.graph, all.ids, model_);
    look_around();
    return std::move(drawing_);
  }

 private:
  // Of the program; nothing for the queue of an object.
  [[nodiscard]] const Object* named(const std::string& name) const {
    const auto found = std::ranges::find(program_.objects, name, &Object::name);
    return found == program_.objects.end() ? nullptr : &*found;
  }

  [[nodiscard]] Drawing::Object object_of(const checker::TraceObject& object) const {
    const Object* const known = named(object.name);
    const bool has_value = known != nullptr && (object.kind == checker::TraceObject::Kind::atomic ||
                                                object.kind == checker::TraceObject::Kind::variable);
    return {object.name, std::string(name_of(object.kind)), has_value ? signed_text(known->initial) : object.initial};
  }

  [[nodiscard]] static Drawing::Event event_of(const TimedStep& timed) {
    const checker::TraceStep& step = timed.step;
    return {.thread = static_cast<unsigned>(std::max(timed.thread, 0)),
            .line = step.line,
            .text = words_of(step),
            .object = timed.object,
            .read = step.read,
            .written = step.written,
            .order = step.order,
            .stale = timed.stale,
            .blocked = step.blocked};
  }

  // The steps that read and write, in the order of the trace.
  struct Numbered {
    EventGraph graph;
    std::vector<unsigned> ids;     // of each node, the number of its step
    std::vector<unsigned> places;  // of each node, its place in the modification order
  };

  [[nodiscard]] Numbered nodes(bool with_plain) const {
    Numbered all;
    all.graph.orders.resize(trace_.objects.size());
    std::map<std::pair<unsigned, unsigned>, int> of_event;  // by thread and index
    for (const TimedStep& timed : trace_.steps) {
      const auto thread = static_cast<unsigned>(timed.thread);
      if (timed.step.is_event) {
        const checker::Event& event = graph_[EventId(thread, timed.step.event)];
        if (event.waits) continue;
        EventGraph::Node node = node_of(thread, event);
        if (node.reads && event.source.is_event())
          node.source = of_event.at({event.source.thread(), event.source.index()});
        of_event[{thread, timed.step.event}] = static_cast<int>(all.ids.size());
        add(all, timed, node, event.place);
      } else if (with_plain && is_plain_access(timed)) {
        add_plain(all, timed, thread);
      }
    }
    for (auto& order : all.graph.orders) std::ranges::sort(order, {}, [&](unsigned node) { return all.places[node]; });
    return all;
  }

  // Of memory that is no atomic, as it was written.
  static void add_plain(Numbered& all, const TimedStep& timed, unsigned thread) {
    const auto& order = all.graph.orders[*timed.object];
    EventGraph::Node node{.thread = thread, .demands = {}};
    node.writes = timed.step.action == checker::Action::write;
    node.reads = !node.writes;
    if (node.reads && !order.empty()) node.source = static_cast<int>(order.back());
    add(all, timed, node, static_cast<unsigned>(order.size()) + 1);
  }

  static void add(Numbered& all, const TimedStep& timed, EventGraph::Node node, unsigned place) {
    if (timed.object && !node.is_fence) node.location = static_cast<int>(*timed.object);
    if (node.writes) all.graph.orders[*timed.object].push_back(static_cast<unsigned>(all.ids.size()));
    all.graph.nodes.push_back(node);
    all.ids.push_back(timed.number);
    all.places.push_back(place);
  }

  [[nodiscard]] static bool is_plain_access(const TimedStep& timed) {
    return timed.object && !timed.step.is_refused &&
           (timed.step.action == checker::Action::read || timed.step.action == checker::Action::write);
  }

  // ---- what each thread may read

  void look_around() {
    const Numbered all = nodes(false);
    EventGraph with_one_more = all.graph;
    with_one_more.nodes.emplace_back();
    if (!with_one_more.fits()) return;
    std::size_t next = 0;
    for (unsigned row = 0; row <= drawing_.events.size(); ++row) {
      while (next != all.ids.size() && all.ids[next] <= row) ++next;
      drawing_.views.push_back(view(prefix(all.graph, next), all.ids));
    }
  }

  // The first nodes, with the modification orders among them.
  [[nodiscard]] static EventGraph prefix(const EventGraph& all, std::size_t count) {
    EventGraph part;
    part.nodes.assign(all.nodes.begin(), all.nodes.begin() + static_cast<std::ptrdiff_t>(count));
    for (const auto& order : all.orders) {
      part.orders.emplace_back();
      std::ranges::copy_if(order, std::back_inserter(part.orders.back()),
                           [&](unsigned write) { return write < count; });
    }
    return part;
  }

  [[nodiscard]] Drawing::View view(const EventGraph& so_far, const std::vector<unsigned>& ids) const {
    Drawing::View seen;
    for (unsigned thread = 0; thread != program_.threads.size(); ++thread) {
      seen.emplace_back();
      for (std::size_t object = 0; object != trace_.objects.size(); ++object)
        seen.back().push_back(readable(so_far, ids, thread, object));
    }
    return seen;
  }

  // Each value is tried: would the memory model allow the execution so far, with a load of it?
  [[nodiscard]] std::optional<std::vector<std::string>> readable(const EventGraph& so_far,
                                                                 const std::vector<unsigned>& ids, unsigned thread,
                                                                 std::size_t object) const {
    if (trace_.objects[object].kind != checker::TraceObject::Kind::atomic) return std::nullopt;
    EventGraph attempt = so_far;
    attempt.nodes.push_back({.thread = thread, .location = static_cast<int>(object), .reads = true, .demands = {}});
    std::vector<std::string> values;
    const auto look_at = [&](int source, const std::string& value) {
      attempt.nodes.back().source = source;
      if (is_consistent(attempt.candidate(), model_)) values.push_back(value);
    };
    look_at(EventGraph::kInitial, drawing_.objects[object].initial);
    for (const unsigned write : so_far.orders[object])
      look_at(static_cast<int>(write), drawing_.events[ids[write] - 1].written);
    return values;
  }

  const Program& program_;
  const Graph& graph_;
  MemoryModel model_;
  Trace trace_;
  Drawing drawing_;
};

}  // namespace

Drawing drawing_of(const Test& test, const NumberedExecution& execution, MemoryModel model) {
  return Drawer(test, execution, model).draw();
}

}  // namespace vigil::litmus
