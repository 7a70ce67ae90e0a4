#include "cycle_words.hpp"

#include "draw.hpp"
#include "thread_steps.hpp"
#include "trace_words.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace vigil::litmus {
namespace {

using axioms::Arrow;
using axioms::Axiom;
using axioms::Named;
using checker::Action;
using checker::MemoryModel;
using checker::TraceStep;

std::string signed_text(std::uint64_t value) {
  return std::to_string(static_cast<std::int32_t>(static_cast<Word>(value)));
}

// As a trace has it.
TraceStep step_of(const Program& program, unsigned thread, const GuessedRun::Step& guessed) {
  const Instruction& instruction = program.threads[thread].code[guessed.instruction];
  TraceStep step;
  step.action = action_of(guessed.event);
  step.line = instruction.place.line;
  const bool is_plain = is_plain_access(instruction.kind);
  if (is_plain) step.action = guessed.event.writes ? Action::write : Action::read;
  const bool has_object = !is_fence(instruction.kind);
  if (has_object) step.object = program.objects[guessed.object].name;
  const bool is_mutex = has_object && program.objects[guessed.object].kind == Object::Kind::mutex;
  if (is_mutex) return step;
  if (!is_plain) {
    const bool failed = step.action == Action::failed_compare_exchange || step.action == Action::spurious_failure;
    step.order = checker::word_for(failed ? instruction.failure : instruction.order);
    if (failed) step.expected = signed_text(guessed.event.request.expected);
  }
  if (guessed.event.reads) step.read = signed_text(guessed.event.read);
  if (guessed.event.writes) step.written = signed_text(guessed.event.written);
  return step;
}

class Explainer {
 public:
  Explainer(const Program& program, const ForbiddenExecution& execution, const axioms::Cycle& cycle, MemoryModel model)
      : program_(program), graph_(execution.graph), cycle_(cycle), model_(model) {
    for (unsigned node = 0; node != graph_.nodes.size(); ++node)
      steps_.push_back(step_of(program, graph_.nodes[node].thread, execution.steps[node]));
  }

  WhyNot::Shown explain() {
    shown_.axiom = cycle_.axiom;
    choose_rows();
    draw();
    for (const Arrow& arrow : cycle_.arrows)
      shown_.cycle.push_back({name_of(arrow.relation), ids_[node(arrow.from)], ids_[node(arrow.to)], words_of(arrow)});
    shown_.words = conclusion();
    return std::move(shown_);
  }

 private:
  // Initial values come before everything, so no cycle has them.
  [[nodiscard]] unsigned node(unsigned event) const { return graph_.node(event).value(); }

  // Events get rows so that most arrows point down: first what waits for no event that is left.
  void choose_rows() {
    ids_.assign(graph_.nodes.size(), 0);
    for (unsigned row = 1; row <= ids_.size(); ++row) {
      std::optional<unsigned> next;
      for (unsigned each = 0; each != ids_.size(); ++each) {
        if (ids_[each] != 0 || !is_next_in_thread(each)) continue;
        if (!next) next = each;
        const int source = graph_.nodes[each].source;
        const bool is_due = !graph_.nodes[each].reads || source < 0 || ids_[static_cast<unsigned>(source)] != 0;
        if (!is_due) continue;
        next = each;
        break;
      }
      ids_[*next] = row;
      rows_.push_back(*next);
    }
  }
  [[nodiscard]] bool is_next_in_thread(unsigned each) const {
    return each == 0 || graph_.nodes[each - 1].thread != graph_.nodes[each].thread || ids_[each - 1] != 0;
  }

  void draw() {
    for (const Thread& thread : program_.threads) shown_.drawing.threads.push_back(thread.name);
    for (const Object& object : program_.objects) {
      const char* const kind = object.kind == Object::Kind::plain   ? "variable"
                               : object.kind == Object::Kind::mutex ? "mutex"
                                                                    : "atomic";
      const bool is_mutex = object.kind == Object::Kind::mutex;
      shown_.drawing.objects.push_back({object.name, kind, is_mutex ? "free" : signed_text(object.initial)});
    }
    for (const unsigned each : rows_) {
      const TraceStep& step = steps_[each];
      Drawing::Event event{.thread = graph_.nodes[each].thread,
                           .line = step.line,
                           .text = checker::words_of(step),
                           .object = {},
                           .read = step.read,
                           .written = step.written,
                           .order = step.order};
      if (graph_.nodes[each].location >= 0) event.object = static_cast<unsigned>(graph_.nodes[each].location);
      shown_.drawing.events.push_back(std::move(event));
    }
    shown_.drawing.arrows = arrows_of(graph_, ids_, model_);
  }

  // "store flag = 1 (P0, line 9)"
  [[nodiscard]] std::string named(unsigned event) const {
    const unsigned which = node(event);
    TraceStep step = steps_[which];
    if (step.action != Action::fence) step.order.clear();
    return checker::words_of(step) + " (" + program_.threads[graph_.nodes[which].thread].name + ", line " +
           std::to_string(step.line) + ")";
  }
  [[nodiscard]] const std::string& object(unsigned event) const { return steps_[node(event)].object; }

  [[nodiscard]] std::string words_of(const Arrow& arrow) const {
    const std::string from = named(arrow.from), to = named(arrow.to);
    switch (arrow.relation) {
      case Named::sb:
        return from + " comes before " + to + " in their thread.";
      case Named::rf:
        return to + " reads the value of " + from + ".";
      case Named::mo:
        return from + " comes before " + to + " in the modification order of " + object(arrow.to) + ".";
      case Named::fr:
        return from + " reads a value that comes before " + to + " in the modification order of " + object(arrow.to) +
               ".";
      case Named::sw:
        break;
    }
    return from + " synchronises with " + to + ".";
  }

  [[nodiscard]] std::string conclusion() const {
    switch (cycle_.axiom) {
      case Axiom::atomicity:
        return "A read-modify-write reads the value directly before its own in modification order. Here another one "
               "comes between the two.";
      case Axiom::coherence:
        return against_coherence();
      case Axiom::thin_air:
        return "RC11 allows no cycle of program order and reads-from: each event of it would have to come before "
               "itself.";
      case Axiom::order:
        break;
    }
    return against_order();
  }

  // The cycle is a path of happens-before, and then one in the order of the location.
  [[nodiscard]] std::string against_coherence() const {
    const auto is_of_location = [](const Arrow& arrow) {
      return arrow.relation != Named::sb && arrow.relation != Named::sw;
    };
    const auto back = std::ranges::count_if(cycle_.arrows, is_of_location);
    const Named last = cycle_.arrows.back().relation;
    if (back == 0) return "These events would happen before each other. Nothing happens before itself.";
    if (back == std::ssize(cycle_.arrows))
      return "A read-modify-write would read a value that comes after its own. Coherence forbids that.";
    const std::string begin = "The arrows sb and sw say what happens before what. So ";
    const std::string end = " Coherence forbids that.";
    if (back == 1 && last == Named::fr)
      return begin + "a read would return a value that a write which happens before it has overwritten." + end;
    if (back == 1 && last == Named::rf)
      return begin + "a read would return a value that is written only after it." + end;
    if (last == Named::mo)
      return begin + "of two writes of one object, the one that happens first would come last in modification order." +
             end;
    if (cycle_.arrows[cycle_.arrows.size() - 2].relation == Named::mo)
      return begin +
             "a read would return a value that comes, in modification order, after a write which the read happens "
             "before." +
             end;
    return begin + "of two reads of one object, the one that happens first would return the newer value." + end;
  }

  [[nodiscard]] std::string against_order() const {
    switch (model_) {
      case MemoryModel::cpp20:
        return "All seq_cst operations have one order S. It would have to follow these arrows, and no order goes in a "
               "circle.";
      case MemoryModel::rc11:
        return "The order of the seq_cst operations, which RC11 calls psc, would have to follow these arrows, and no "
               "order goes in a circle.";
      case MemoryModel::x86_tso:
        return "An x86 processor lets these take effect in one order, which would have to follow the arrows, and no "
               "order goes in a circle.";
      case MemoryModel::sequential:
        break;
    }
    return "Under sequential consistency one operation happens after the other. Their order would have to follow these "
           "arrows, and no order goes in a circle.";
  }

  const Program& program_;
  const EventGraph& graph_;
  const axioms::Cycle& cycle_;
  MemoryModel model_;
  std::vector<TraceStep> steps_;  // of each node
  std::vector<unsigned> ids_;     // of each node
  std::vector<unsigned> rows_;    // nodes, from above
  WhyNot::Shown shown_;
};

}  // namespace

WhyNot::Shown explained(const Program& program, const ForbiddenExecution& execution, const axioms::Cycle& cycle,
                        MemoryModel model) {
  return Explainer(program, execution, cycle, model).explain();
}

}  // namespace vigil::litmus
