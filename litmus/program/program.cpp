#include "program.hpp"

namespace vigil::litmus {
namespace {

std::int32_t as_signed(Word value) { return static_cast<std::int32_t>(value); }

}  // namespace

Word value_of(const Program& program, std::uint32_t expression, std::span<const Word> registers) {
  const Expression& it = program.expressions[expression];
  if (it.kind == Expression::Kind::constant) return it.value;
  if (it.kind == Expression::Kind::reg) return registers[it.value];
  const Word left = value_of(program, it.left, registers);
  if (it.kind == Expression::Kind::logical_not) return left == 0 ? 1 : 0;
  const Word right = value_of(program, it.right, registers);
  switch (it.kind) {
    case Expression::Kind::add:
      return left + right;
    case Expression::Kind::subtract:
      return left - right;
    case Expression::Kind::multiply:
      return left * right;
    case Expression::Kind::bit_and:
      return left & right;
    case Expression::Kind::bit_or:
      return left | right;
    case Expression::Kind::bit_xor:
      return left ^ right;
    case Expression::Kind::equal:
      return left == right ? 1 : 0;
    case Expression::Kind::not_equal:
      return left != right ? 1 : 0;
    case Expression::Kind::less:
      return as_signed(left) < as_signed(right) ? 1 : 0;
    case Expression::Kind::less_or_equal:
      return as_signed(left) <= as_signed(right) ? 1 : 0;
    case Expression::Kind::logical_and:
      return left != 0 && right != 0 ? 1 : 0;
    default:
      return left != 0 || right != 0 ? 1 : 0;
  }
}

}  // namespace vigil::litmus
