#include "from_trace.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace vigil::litmus {
namespace {

using checker::Action;
using checker::TimedStep;
using checker::TraceObject;

std::memory_order order_named(const std::string& name) {
  static const std::map<std::string, std::memory_order> kOrders{
      {"relaxed", std::memory_order_relaxed}, {"consume", std::memory_order_consume},
      {"acquire", std::memory_order_acquire}, {"release", std::memory_order_release},
      {"acq_rel", std::memory_order_acq_rel}, {"seq_cst", std::memory_order_seq_cst}};
  const auto found = kOrders.find(name);
  return found == kOrders.end() ? std::memory_order_relaxed : found->second;
}

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

// What a step is called that a test has no operation for; null: it has one, or leaves the step out.
const char* unsupported(Action action) {
  switch (action) {
    case Action::lock:
    case Action::failed_try_lock:
    case Action::unlock:
      return "a mutex";
    case Action::wait:
    case Action::woken:
    case Action::spuriously_woken:
    case Action::timed_out:
    case Action::notify_one:
    case Action::notify_all:
      return "a wait or a notification";
    case Action::start_thread:
    case Action::join_thread:
    case Action::begin:
    case Action::end:
      return "a thread that is started";
    default:
      return nullptr;
  }
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
    for (std::uint32_t number = 0; number != trace_.objects.size(); ++number)
      if (const auto& writes = trace_.objects[number].writes; !writes.empty())
        expect({Condition::Kind::object_is, 0, number, value(writes.back().value), {}});
    if (test_.condition->parts.empty()) test_.condition->kind = Condition::Kind::always;
    return std::move(test_);
  }

 private:
  void add_object(const TraceObject& object) {
    Object added;
    for (const char each : object.name) added.name += std::isalnum(static_cast<unsigned char>(each)) != 0 ? each : '_';
    if (added.name.empty() || std::isdigit(static_cast<unsigned char>(added.name.front())) != 0)
      added.name.insert(0, "o");
    const auto has_name = [&](const Object& other) { return other.name == added.name; };
    while (std::ranges::any_of(test_.program.objects, has_name)) added.name += "_";
    added.kind = object.kind == TraceObject::Kind::variable ? Object::Kind::plain : Object::Kind::atomic;
    added.initial = value(object.initial);
    test_.program.objects.push_back(std::move(added));
  }

  void add(const TimedStep& timed) {
    const checker::TraceStep& step = timed.step;
    if (const char* const what = unsupported(step.action))
      throw std::invalid_argument(std::string("herd's C has no word for ") + what);
    if (step.blocked) throw std::invalid_argument("the execution does not end, so it has no outcome to ask for");
    if (step.is_refused) throw std::invalid_argument("the last operation has an order that is undefined for it");
    const bool is_fence = step.action == Action::fence;
    if (!is_fence && !timed.object) return;
    Instruction instruction;
    instruction.order = instruction.failure = order_named(step.order);
    if (!is_fence) instruction.object = *timed.object;
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
  std::map<std::string, Word> names_;
};

}  // namespace

Test test_of(const checker::Trace& trace, const std::string& name, const std::string& description) {
  return Maker(trace, name, description).make();
}

}  // namespace vigil::litmus
