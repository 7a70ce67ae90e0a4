#include "written_expression.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vigil::litmus {
namespace {

struct WrittenOperator {
  Expression::Kind kind;
  std::string_view text;
  unsigned precedence;
};
constexpr std::array<WrittenOperator, 12> kWrittenOperators{{
    {Expression::Kind::logical_or, "||", 0},
    {Expression::Kind::logical_and, "&&", 1},
    {Expression::Kind::bit_or, "|", 2},
    {Expression::Kind::bit_xor, "^", 3},
    {Expression::Kind::bit_and, "&", 4},
    {Expression::Kind::equal, "==", 5},
    {Expression::Kind::not_equal, "!=", 5},
    {Expression::Kind::less, "<", 6},
    {Expression::Kind::less_or_equal, "<=", 6},
    {Expression::Kind::add, "+", 7},
    {Expression::Kind::subtract, "-", 7},
    {Expression::Kind::multiply, "*", 8},
}};
constexpr unsigned kPrecedenceOfUnary = 9;

WrittenExpression in_parentheses_below(unsigned precedence, const WrittenExpression& inner) {
  if (inner.precedence >= precedence) return inner;
  return {"(" + inner.text + ")", kPrecedenceOfUnary, inner.depth + 1};
}

WrittenExpression joined(const WrittenExpression& left, std::string_view symbol, const WrittenExpression& right,
                         unsigned precedence) {
  const WrittenExpression first = in_parentheses_below(precedence, left);
  const WrittenExpression second = in_parentheses_below(precedence + 1, right);
  return {first.text + " " + std::string(symbol) + " " + second.text, precedence, std::max(first.depth, second.depth)};
}

}  // namespace

WrittenExpression write_expression(const Program& program, const Names& names, std::size_t thread,
                                   std::uint32_t expression) {
  const Expression& it = program.expressions[expression];
  if (it.kind == Expression::Kind::constant)
    return {std::to_string(static_cast<std::int32_t>(it.value)), kPrecedenceOfUnary, 1};
  if (it.kind == Expression::Kind::reg) return {names.register_of(thread, it.value), kPrecedenceOfUnary, 1};
  const WrittenExpression left = write_expression(program, names, thread, it.left);
  if (it.kind == Expression::Kind::logical_not) {
    const WrittenExpression operand = in_parentheses_below(kPrecedenceOfUnary, left);
    return {"!" + operand.text, kPrecedenceOfUnary, operand.depth + 1};
  }
  const WrittenExpression right = write_expression(program, names, thread, it.right);
  const auto* const found = std::ranges::find(kWrittenOperators, it.kind, &WrittenOperator::kind);
  WrittenExpression written = joined(left, found->text, right, found->precedence);
  const bool is_order = it.kind == Expression::Kind::less || it.kind == Expression::Kind::less_or_equal;
  if (!is_order) return written;
  // a > b > c is c < (b < a): without the turn a long chain would nest.
  const std::string_view turned_symbol = it.kind == Expression::Kind::less ? ">" : ">=";
  WrittenExpression turned = joined(right, turned_symbol, left, found->precedence);
  return turned.depth < written.depth ? turned : written;
}

}  // namespace vigil::litmus
