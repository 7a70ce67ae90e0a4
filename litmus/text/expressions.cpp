#include "text_error.hpp"
#include "thread_reader.hpp"
#include "types.hpp"

#include <algorithm>
#include <array>

namespace vigil::litmus {
namespace {

struct BinaryOperator {
  std::string_view text;
  Expression::Kind kind;
  unsigned precedence;
  bool is_swapped = false;  // a > b is b < a
};
constexpr std::array<BinaryOperator, 14> kBinaryOperators{{
    {"||", Expression::Kind::logical_or, 0},
    {"&&", Expression::Kind::logical_and, 1},
    {"|", Expression::Kind::bit_or, 2},
    {"^", Expression::Kind::bit_xor, 3},
    {"&", Expression::Kind::bit_and, 4},
    {"==", Expression::Kind::equal, 5},
    {"!=", Expression::Kind::not_equal, 5},
    {"<", Expression::Kind::less, 6},
    {"<=", Expression::Kind::less_or_equal, 6},
    {">", Expression::Kind::less, 6, true},
    {">=", Expression::Kind::less_or_equal, 6, true},
    {"+", Expression::Kind::add, 7},
    {"-", Expression::Kind::subtract, 7},
    {"*", Expression::Kind::multiply, 8},
}};

constexpr std::array<std::string_view, 19> kUnsupportedOperators{
    "/", "%", "<<", ">>", "?", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "<<=", ">>=", "~"};

}  // namespace

std::uint32_t ThreadReader::binary(unsigned precedence) {
  std::uint32_t left = unary();
  for (;;) {
    refuse_unsupported_operator();
    const Token token = cursor_.peek();
    const auto* const found = std::ranges::find(kBinaryOperators, token.text, &BinaryOperator::text);
    if (found == kBinaryOperators.end() || found->precedence < precedence) return left;
    cursor_.next();
    if (found->kind == Expression::Kind::logical_and || found->kind == Expression::Kind::logical_or) {
      left = logical(found->kind, left, found->precedence, token.place);
      continue;
    }
    const std::uint32_t right = binary(found->precedence + 1);
    left = found->is_swapped ? build_.binary(found->kind, right, left, token.place)
                             : build_.binary(found->kind, left, right, token.place);
  }
}

// The right side is read behind a jump, which is dropped if that side has no instruction.
std::uint32_t ThreadReader::logical(Expression::Kind kind, std::uint32_t left, unsigned precedence, Place place) {
  const bool is_and = kind == Expression::Kind::logical_and;
  const std::uint32_t result = build_.unnamed_register(place);
  const std::uint32_t begin = build_.end();
  build_.set(result, kNone, place);
  const std::uint32_t jump = jump_if_zero(kNone, place);
  const std::uint32_t right = binary(precedence + 1);
  if (build_.end() == jump + 1) {
    build_.drop_from(begin);
    build_.drop_last_register();
    return build_.binary(kind, left, right, place);
  }
  build_.at(begin).operand = build_.constant(is_and ? 0 : 1, place);
  build_.at(jump).operand = is_and ? left : build_.logical_not(left, place);
  const std::uint32_t zero = build_.constant(0, place);
  build_.set(result, build_.binary(Expression::Kind::not_equal, right, zero, place), place);
  build_.at(jump).target = build_.end();
  return build_.value_of_register(result, place);
}

void ThreadReader::refuse_unsupported_operator() const {
  const Token& token = cursor_.peek();
  if (std::ranges::find(kUnsupportedOperators, token.text) == kUnsupportedOperators.end()) return;
  fail(token.place, "the operator " + quoted(token.text) +
                        " is not supported; supported are + - * & | ^ == != < <= > >= && || ! and the unary -");
}

std::uint32_t ThreadReader::unary() {
  const Nesting nesting(*this);
  refuse_unsupported_operator();
  const Place place = cursor_.peek().place;
  if (cursor_.take("!")) {
    const std::uint32_t operand = unary();
    return build_.logical_not(operand, place);
  }
  if (cursor_.take("-")) {
    if (cursor_.is(Token::Kind::number)) return build_.constant(Word{0} - cursor_.next().value, place);
    const std::uint32_t zero = build_.constant(0, place);
    return build_.binary(Expression::Kind::subtract, zero, unary(), place);
  }
  if (cursor_.is("*")) return load(lvalue());
  return primary();
}

std::uint32_t ThreadReader::primary() {
  if (cursor_.is(Token::Kind::number)) {
    const Token number = cursor_.next();
    return build_.constant(number.value, number.place);
  }
  if (cursor_.is(Token::Kind::name)) return named_value();
  if (cursor_.is("&")) fail(cursor_.peek().place, "the address of an object is not supported as a value");
  if (!cursor_.take("(")) cursor_.expected("an expression");
  const Place place = cursor_.peek().place;
  if (take_type(cursor_)) fail(place, "a cast is not supported");
  const std::uint32_t inner = expression();
  cursor_.expect(")");
  return inner;
}

std::uint32_t ThreadReader::named_value() {
  const Token name = cursor_.peek();
  if (cursor_.is("(", 1)) return call_with_value();
  if (find_parameter(name.text) != nullptr) {
    if (cursor_.is("[", 1)) return load(lvalue());
    fail(name.place, quoted(name.text) +
                         " is a pointer, which is not supported as a value; to load what it points to, " + "write *" +
                         std::string(name.text));
  }
  const auto number = build_.find_register(name.text);
  if (!number) {
    const bool is_object = declarations_.find(name.text) != nullptr;
    fail(name.place, quoted(name.text) + (is_object ? " is not a parameter of this thread"
                                                    : " is not a register; it has neither a declaration nor a value"));
  }
  cursor_.next();
  return build_.value_of_register(*number, name.place);
}

}  // namespace vigil::litmus
