#pragma once

#include "program.hpp"

#include <cstdint>
#include <optional>

namespace vigil::litmus {

// Whether the value of an expression depends on any register.
[[nodiscard]] inline bool reads_registers(const Program& program, std::uint32_t expression) {
  const Expression& it = program.expressions[expression];
  if (it.kind == Expression::Kind::constant) return false;
  if (it.kind == Expression::Kind::reg) return true;
  return reads_registers(program, it.left) ||
         (it.kind != Expression::Kind::logical_not && reads_registers(program, it.right));
}

// The value of one that depends on none.
[[nodiscard]] inline std::optional<Word> constant_value(const Program& program, std::uint32_t expression) {
  if (reads_registers(program, expression)) return std::nullopt;
  return value_of(program, expression, {});
}

}  // namespace vigil::litmus
