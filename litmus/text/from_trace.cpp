#include "from_trace.hpp"

#include "functions.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vigil::litmus {
namespace {

using checker::Action;
using checker::TimedStep;
using checker::TraceObject;

std::optional<std::int64_t> number_in(const std::string& text) {
  if (text.empty() || text == "false" || text == "null") return 0;
  if (text == "true") return 1;
  std::int64_t number = 0;
  const bool is_hexadecimal = text.starts_with("0x");
  const char* const begin = text.data() + (is_hexadecimal ? 2 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number, is_hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// What herd's C has no operation for; null: it has one, or the step is left out.
const char* unsupported(Action action, const TraceObject* object) {
  if (object != nullptr && object->kind == TraceObject::Kind::mutex) return "a mutex";
  if (object != nullptr && object->kind == TraceObject::Kind::queue) return "a wait or a notification";
  const bool starts = action == Action::start_thread || action == Action::join_thread || action == Action::begin ||
                      action == Action::end;
  if (action == Action::light_fence || action == Action::heavy_fence) return "an asymmetric fence";
  return starts ? "a thread that is started" : nullptr;
}

bool is_value(const TraceObject& object) {
  return object.kind == TraceObject::Kind::atomic || object.kind == TraceObject::Kind::variable;
}

class Maker {
 public:
  Maker(const checker::Trace& trace, std::string name, std::string description) : trace_(trace) {
    test_.program.name = std::move(name);
    test_.description = std::move(description);
    test_.condition.emplace().kind = Condition::Kind::conjunction;
  }

  Test make() {
    for (unsigned thread = 0; thread != trace_.threads; ++thread)
      test_.program.threads.push_back({"P" + std::to_string(thread), {}, {}});
    for (const TraceObject& object : trace_.objects) add_object(object);
    for (const TimedStep& step : trace_.steps)
      if (step.thread >= 0) add(step);
    for (std::size_t at = 0; at != trace_.objects.size(); ++at)
      if (const auto* const last = last_write(trace_.objects[at]); last != nullptr && is_value(trace_.objects[at]))
        expect({Condition::Kind::object_is, 0, numbers_[at], value(last->value), {}});
    if (test_.condition->parts.empty()) test_.condition->kind = Condition::Kind::always;
    return std::move(test_);
  }

 private:
  void add_object(const TraceObject& object) {
    numbers_.push_back(static_cast<std::uint32_t>(test_.program.objects.size()));
    if (!is_value(object)) return;
    Object added;
    for (const char each : object.name) added.name += std::isalnum(static_cast<unsigned char>(each)) != 0 ? each : '_';
    if (added.name.empty() || std::isdigit(static_cast<unsigned char>(added.name.front())) != 0)
      added.name.insert(0, "o");
    const auto has_name = [&](const Object& other) { return other.name == added.name; };
    while (std::ranges::any_of(test_.program.objects, has_name)) added.name += "_";
    added.kind = object.kind == TraceObject::Kind::variable ? Object::Kind::plain : Object::Kind::atomic;
    added.initial = value(initial_of(object));
    test_.program.objects.push_back(std::move(added));
  }

  // By a thread, in modification order; null if none writes it. What comes after the threads is left out.
  const TraceObject::Write* last_write(const TraceObject& object) const {
    const auto is_by_thread = [&](const TraceObject::Write& write) {
      return write.step != 0 && trace_.steps[write.step - 1].thread >= 0;
    };
    const auto last = std::find_if(object.writes.rbegin(), object.writes.rend(), is_by_thread);
    return last == object.writes.rend() ? nullptr : &*last;
  }

  // A trace names no initial value of a variable. What is read before any thread writes it is that.
  std::string initial_of(const TraceObject& object) const {
    if (object.kind != TraceObject::Kind::variable) return object.initial;
    const auto is_of = [&](const TimedStep& step) {
      return step.thread >= 0 && step.object && &trace_.objects[*step.object] == &object;
    };
    const auto first = std::ranges::find_if(trace_.steps, is_of);
    return first == trace_.steps.end() || first->step.action != Action::read ? object.initial : first->step.read;
  }

  void add(const TimedStep& timed) {
    const checker::TraceStep& step = timed.step;
    const TraceObject* const object = timed.object ? &trace_.objects[*timed.object] : nullptr;
    if (const char* const what = unsupported(step.action, object))
      throw std::invalid_argument(std::string("herd's C has no word for ") + what);
    if (step.blocked) throw std::invalid_argument("the execution does not end, so it has no outcome to ask for");
    if (step.is_refused) throw std::invalid_argument("the last operation has an order that is undefined for it");
    const bool is_fence = step.action == Action::fence;
    if (!is_fence && (object == nullptr || !is_value(*object))) return;
    Instruction instruction;
    instruction.order = instruction.failure = find_order(step.order).value_or(std::memory_order_relaxed);
    if (!is_fence) instruction.object = numbers_[*timed.object];
    if (is_fence)
      instruction.kind = Instruction::Kind::fence;
    else if (!access(step, instruction, timed.thread))
      return;
    thread(timed.thread).code.push_back(instruction);
  }

  // False if the step is no access.
  bool access(const checker::TraceStep& step, Instruction& instruction, int thread) {
    const Word read = value(step.read), written = value(step.written);
    switch (step.action) {
      case Action::load:
      case Action::failed_compare_exchange:
      case Action::spurious_failure:
        instruction.kind = Instruction::Kind::load;
        break;
      case Action::read:
        instruction.kind = Instruction::Kind::plain_load;
        break;
      case Action::store:
      case Action::write:
        instruction.kind = step.action == Action::store ? Instruction::Kind::store : Instruction::Kind::plain_store;
        instruction.operand = constant(written);
        return true;
      case Action::compare_exchange:
        instruction.kind = Instruction::Kind::compare_exchange;
        instruction.failure = std::memory_order_relaxed;
        instruction.expected = constant(read);
        instruction.operand = constant(written);
        break;
      case Action::fetch_add:
      case Action::fetch_sub:
        instruction.kind =
            step.action == Action::fetch_add ? Instruction::Kind::fetch_add : Instruction::Kind::fetch_sub;
        instruction.operand = constant(step.action == Action::fetch_add ? written - read : read - written);
        break;
      case Action::exchange:
      case Action::fetch_and:
      case Action::fetch_or:
      case Action::fetch_xor:
      case Action::fetch_min:
      case Action::fetch_max:
        instruction.kind = Instruction::Kind::exchange;
        instruction.operand = constant(written);
        break;
      default:
        return false;
    }
    auto& registers = this->thread(thread).registers;
    instruction.result = static_cast<std::uint32_t>(registers.size());
    registers.push_back("r" + std::to_string(registers.size()));
    expect({Condition::Kind::register_is, static_cast<std::uint32_t>(thread), instruction.result, read, {}});
    return true;
  }

  Thread& thread(int number) { return test_.program.threads[static_cast<std::size_t>(number)]; }
  void expect(Condition part) { test_.condition->parts.push_back(std::move(part)); }
  std::uint32_t constant(Word value) {
    test_.program.expressions.push_back({Expression::Kind::constant, value, 0, 0});
    return static_cast<std::uint32_t>(test_.program.expressions.size()) - 1;
  }

  Word value(const std::string& text) {
    constexpr Word kFirstOfNames = 1000;
    if (const auto number = number_in(text)) {
      if (*number < std::numeric_limits<std::int32_t>::min() || *number > std::numeric_limits<Word>::max())
        throw std::invalid_argument("the value " + text + " is no int");
      return static_cast<Word>(*number);
    }
    return names_.try_emplace(text, kFirstOfNames + static_cast<Word>(names_.size())).first->second;
  }

  const checker::Trace& trace_;
  Test test_;
  std::vector<std::uint32_t> numbers_;  // of the trace's objects among the test's
  std::map<std::string, Word> names_;
};

}  // namespace

Test test_of(const checker::Trace& trace, const std::string& name, const std::string& description) {
  return Maker(trace, name, description).make();
}

}  // namespace vigil::litmus
