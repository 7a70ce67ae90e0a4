#include "as_litmus.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace vigil::conformance {
namespace {

using To = litmus::Instruction::Kind;
using litmus::Expression;

constexpr std::array<std::pair<Kind, To>, 23> kKinds{{
    {Kind::load, To::load},
    {Kind::store, To::store},
    {Kind::exchange, To::exchange},
    {Kind::fetch_add, To::fetch_add},
    {Kind::compare_exchange, To::compare_exchange},
    {Kind::weak_compare_exchange, To::weak_compare_exchange},
    {Kind::await_exchange, To::await_exchange},
    {Kind::reloading_add, To::reloading_add},
    {Kind::carrying_add, To::carrying_add},
    {Kind::await, To::await},
    {Kind::fence, To::fence},
    {Kind::light_fence, To::light_fence},
    {Kind::heavy_fence, To::heavy_fence},
    {Kind::lock, To::lock},
    {Kind::try_lock, To::try_lock},
    {Kind::await_lock, To::await_lock},
    {Kind::unlock, To::unlock},
    {Kind::wait, To::wait},
    {Kind::notify_one, To::notify_one},
    {Kind::notify_all, To::notify_all},
    {Kind::atomic_wait, To::atomic_wait},
    {Kind::atomic_notify_one, To::atomic_notify_one},
    {Kind::atomic_notify_all, To::atomic_notify_all},
}};

To kind_of(Kind kind) { return std::ranges::find(kKinds, kind, &decltype(kKinds)::value_type::first)->second; }

bool is_of_mutex(Kind kind) { return kind >= Kind::lock && kind <= Kind::unlock; }
bool is_of_condition(Kind kind) { return kind >= Kind::wait && kind <= Kind::notify_all; }
bool is_single_attempt(Kind kind) { return kind == Kind::compare_exchange || kind == Kind::weak_compare_exchange; }
bool takes_value(Kind kind) {
  return kind == Kind::atomic_wait || kind == Kind::store || (gives_back(kind) && kind != Kind::load);
}

class Translation {
 public:
  explicit Translation(const Program& notation) : notation_(notation) {}

  litmus::Program program() {
    program_.name = print(notation_);
    for (unsigned i = 0; i != notation_.atomics; ++i)
      program_.objects.push_back({.name = name_of_atomic(i), .kind = litmus::Object::Kind::atomic});
    for (unsigned i = 0; i != notation_.mutexes; ++i)
      program_.objects.push_back({.name = "m" + std::to_string(i), .kind = litmus::Object::Kind::mutex});
    for (unsigned i = 0; i != notation_.conditions; ++i)
      program_.objects.push_back({.name = "c" + std::to_string(i), .kind = litmus::Object::Kind::condition_variable});
    for (const auto& code : notation_.threads) thread(code);
    return std::move(program_);
  }

 private:
  void thread(const std::vector<Instruction>& code) {
    litmus::Thread& thread = program_.threads.emplace_back();
    thread.name = "P" + std::to_string(program_.threads.size() - 1);
    last_ = litmus::kNone;
    if (std::ranges::any_of(code, &Instruction::if_odd)) last_ = new_register(thread, "last");
    for (const Instruction& instruction : code) add(thread, instruction);
  }

  void add(litmus::Thread& thread, const Instruction& instruction) {
    const std::size_t jump = thread.code.size();
    if (instruction.if_odd) {
      const std::uint32_t one = constant(1);
      thread.code.push_back({.kind = To::jump_if_zero, .operand = expression(Expression::Kind::bit_and, last(), one)});
    }
    thread.code.push_back(translated(thread, instruction));
    const std::uint32_t result = thread.code.back().result;
    if (result != litmus::kNone && last_ != litmus::kNone)
      thread.code.push_back({.kind = To::set, .operand = value_of_register(result), .result = last_});
    if (instruction.if_odd) thread.code[jump].target = static_cast<std::uint32_t>(thread.code.size());
  }

  litmus::Instruction translated(litmus::Thread& thread, const Instruction& instruction) {
    litmus::Instruction to{
        .kind = kind_of(instruction.kind), .order = instruction.order, .failure = instruction.failure};
    to.object = object_of(instruction);
    to.mutex = notation_.atomics + instruction.mutex;
    if (takes_value(instruction.kind)) to.operand = constant(instruction.value);
    if (is_single_attempt(instruction.kind) || instruction.kind == Kind::await_exchange)
      to.expected = constant(instruction.expected);
    if (gives_back(instruction.kind) || instruction.kind == Kind::try_lock)
      to.result = new_register(thread, instruction.result);
    if (is_single_attempt(instruction.kind)) to.success = new_register(thread, "");
    return to;
  }

  [[nodiscard]] unsigned object_of(const Instruction& instruction) const {
    const unsigned mutexes = notation_.atomics;
    const unsigned conditions = mutexes + notation_.mutexes;
    return instruction.object + (is_of_mutex(instruction.kind)       ? mutexes
                                 : is_of_condition(instruction.kind) ? conditions
                                                                     : 0);
  }

  static std::uint32_t new_register(litmus::Thread& thread, const std::string& name) {
    thread.registers.push_back(name);
    return static_cast<std::uint32_t>(thread.registers.size() - 1);
  }

  std::uint32_t constant(litmus::Word value) { return add({.kind = Expression::Kind::constant, .value = value}); }
  std::uint32_t value_of_register(std::uint32_t number) {
    return add({.kind = Expression::Kind::reg, .value = number});
  }
  std::uint32_t last() { return value_of_register(last_); }
  std::uint32_t expression(Expression::Kind kind, std::uint32_t left, std::uint32_t right) {
    return add({.kind = kind, .left = left, .right = right});
  }
  std::uint32_t add(const Expression& expression) {
    program_.expressions.push_back(expression);
    return static_cast<std::uint32_t>(program_.expressions.size() - 1);
  }

  const Program& notation_;
  litmus::Program program_;
  std::uint32_t last_ = litmus::kNone;
};

}  // namespace

litmus::Program as_litmus(const Program& notation) { return Translation(notation).program(); }

}  // namespace vigil::conformance
