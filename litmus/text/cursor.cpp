#include "cursor.hpp"

#include "text_error.hpp"

#include <algorithm>

namespace vigil::litmus {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

const Token& Cursor::peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

Token Cursor::next() {
  const Token token = peek();
  if (token.kind != Token::Kind::end) ++at_;
  return token;
}

bool Cursor::take(std::string_view text) {
  if (!is(text)) return false;
  next();
  return true;
}

void Cursor::expect(std::string_view text) {
  if (!take(text)) expected(quoted(text));
}

Token Cursor::expect_name(const std::string& due) {
  if (!is(Token::Kind::name)) expected(due);
  return next();
}

Word Cursor::expect_value() {
  const bool is_negative = take("-");
  if (is("&") || is(Token::Kind::name))
    throw TextError(peek().place, "expected a number instead of " + quoted(peek().text) +
                                      "; a pointer or another object is not supported as a value");
  if (!is(Token::Kind::number)) expected("a number");
  const Word value = next().value;
  return is_negative ? Word{0} - value : value;
}

void Cursor::expected(const std::string& due) const {
  const bool is_end = is(Token::Kind::end);
  throw TextError(peek().place,
                  "expected " + due + (is_end ? " at the end of the text" : " instead of " + quoted(peek().text)));
}

}  // namespace vigil::litmus
