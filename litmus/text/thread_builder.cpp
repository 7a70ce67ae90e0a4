#include "thread_builder.hpp"

#include "limits.hpp"
#include "text_error.hpp"

#include <algorithm>
#include <string>

namespace vigil::litmus {
namespace {

void check_limit(std::size_t count, std::size_t limit, Place place, const std::string& of_what) {
  if (count >= limit) throw TextError(place, "more than " + std::to_string(limit) + " " + of_what);
}

}  // namespace

std::uint32_t ThreadBuilder::expression(const Expression& expression, Place place) {
  check_limit(program_.expressions.size(), kMaximalExpressions, place, "parts of expressions in a test");
  program_.expressions.push_back(expression);
  return static_cast<std::uint32_t>(program_.expressions.size() - 1);
}

std::optional<std::uint32_t> ThreadBuilder::find_register(std::string_view name) const {
  const auto& names = thread().registers;
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - names.begin());
}

std::uint32_t ThreadBuilder::register_of(std::string_view name, Place place) {
  if (const auto found = find_register(name)) return *found;
  const std::uint32_t number = unnamed_register(place);
  thread().registers.back() = name;
  return number;
}

std::uint32_t ThreadBuilder::unnamed_register(Place place) {
  check_limit(thread().registers.size(), kMaximalRegisters, place, "registers and parts of expressions in a thread");
  thread().registers.emplace_back();
  return static_cast<std::uint32_t>(thread().registers.size() - 1);
}

Instruction& ThreadBuilder::emit(Instruction::Kind kind, Place place) {
  check_limit(thread().code.size(), kMaximalInstructions, place, "instructions in a thread");
  Instruction& instruction = thread().code.emplace_back();
  instruction.kind = kind;
  instruction.place = place;
  return instruction;
}

void ThreadBuilder::set(std::uint32_t to, std::uint32_t value, Place place) {
  Instruction& instruction = emit(Instruction::Kind::set, place);
  instruction.result = to;
  instruction.operand = value;
}

std::uint32_t* ThreadBuilder::last_result(std::uint32_t value) {
  const Expression& found = program_.expressions[value];
  const bool is_last_register = found.kind == Kind::reg && found.value + 1 == thread().registers.size();
  if (!is_last_register || !thread().registers.back().empty() || thread().code.empty()) return nullptr;
  Instruction& last = thread().code.back();
  if (!is_operation(last.kind)) return nullptr;
  if (last.success == found.value) return &last.success;
  return last.result == found.value ? &last.result : nullptr;
}

void ThreadBuilder::drop_last_result(std::uint32_t value) {
  drop_last_register();
  if (value + 1 == program_.expressions.size()) program_.expressions.pop_back();
}

void ThreadBuilder::assign(std::uint32_t to, std::uint32_t value, Place place) {
  std::uint32_t* const result = last_result(value);
  // A compare-exchange does not put both of its results into one register.
  const bool is_taken = result != nullptr && thread().code.back().result == to;
  if (result == nullptr || is_taken) {
    set(to, value, place);
    return;
  }
  *result = to;
  drop_last_result(value);
}

void ThreadBuilder::discard(std::uint32_t value) {
  std::uint32_t* const result = last_result(value);
  if (result == nullptr) return;
  *result = kNone;
  drop_last_result(value);
}

}  // namespace vigil::litmus
