#pragma once

#include "program.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Programs as text, for tests to compare: a line for each instruction.
namespace vigil::litmus {

inline std::string name_of(const Thread& thread, std::uint32_t number) {
  const std::string& name = thread.registers[number];
  return name.empty() ? "%" + std::to_string(number) : name;
}

inline std::string listing(const Program& program, const Thread& thread, std::uint32_t expression) {
  const Expression& it = program.expressions[expression];
  if (it.kind == Expression::Kind::constant) return std::to_string(static_cast<std::int32_t>(it.value));
  if (it.kind == Expression::Kind::reg) return name_of(thread, it.value);
  if (it.kind == Expression::Kind::logical_not) return "!" + listing(program, thread, it.left);
  static constexpr std::array<std::string_view, 12> kOperators{"+",  "-",  "*", "&",  "|",  "^",
                                                               "==", "!=", "<", "<=", "&&", "||"};
  const auto number = static_cast<std::size_t>(it.kind) - static_cast<std::size_t>(Expression::Kind::add);
  return "(" + listing(program, thread, it.left) + " " + std::string(kOperators[number]) + " " +
         listing(program, thread, it.right) + ")";
}

inline std::string_view listing(std::memory_order order) {
  static constexpr std::array<std::string_view, 6> kOrders{"rlx", "con", "acq", "rel", "acq_rel", "sc"};
  return kOrders[static_cast<std::size_t>(order)];
}

inline std::string_view listing(Instruction::Kind kind) {
  using Kind = Instruction::Kind;
  static constexpr std::array<std::pair<Kind, std::string_view>, 17> kKinds{{
      {Kind::load, "load"},
      {Kind::store, "store"},
      {Kind::exchange, "exchange"},
      {Kind::fetch_add, "fetch_add"},
      {Kind::fetch_sub, "fetch_sub"},
      {Kind::fetch_and, "fetch_and"},
      {Kind::fetch_or, "fetch_or"},
      {Kind::fetch_xor, "fetch_xor"},
      {Kind::compare_exchange, "cas"},
      {Kind::weak_compare_exchange, "weak_cas"},
      {Kind::plain_load, "plain_load"},
      {Kind::plain_store, "plain_store"},
      {Kind::fence, "fence"},
      {Kind::light_fence, "light"},
      {Kind::heavy_fence, "heavy"},
      {Kind::lock, "lock"},
      {Kind::unlock, "unlock"},
  }};
  for (const auto& [found, name] : kKinds)
    if (found == kind) return name;
  return "?";
}

inline std::string listing(const Program& program, const Thread& thread, const Instruction& it) {
  using Kind = Instruction::Kind;
  const auto value = [&](std::uint32_t expression) { return listing(program, thread, expression); };
  if (it.kind == Kind::jump) return "goto " + std::to_string(it.target);
  if (it.kind == Kind::jump_if_zero) return "unless " + value(it.operand) + " goto " + std::to_string(it.target);
  if (it.kind == Kind::set) return name_of(thread, it.result) + " = " + value(it.operand);
  std::string text;
  if (it.success != kNone) text += name_of(thread, it.success) + "? ";
  if (it.result != kNone) text += name_of(thread, it.result) + " = ";
  text += listing(it.kind);
  if (is_atomic_access(it.kind) || is_fence(it.kind)) text += "." + std::string(listing(it.order));
  if (it.expected != kNone) text += "." + std::string(listing(it.failure));
  if (!is_fence(it.kind)) text += " " + program.objects[it.object].name;
  if (it.index != kNone) text += " at " + value(it.index) + " of " + std::to_string(it.extent);
  if (it.expected != kNone) text += ", " + value(it.expected);
  if (it.operand != kNone) text += ", " + value(it.operand);
  return text;
}

inline std::vector<std::string> listing(const Program& program, std::size_t thread) {
  std::vector<std::string> lines;
  for (const Instruction& instruction : program.threads[thread].code)
    lines.push_back(listing(program, program.threads[thread], instruction));
  return lines;
}

}  // namespace vigil::litmus
