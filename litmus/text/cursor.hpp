#pragma once

#include "tokens.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vigil::litmus {

// The tokens that are still to be read.
class Cursor {
 public:
  explicit Cursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  // The next token, or one of those behind it.
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const { return peek(ahead).text == text; }
  [[nodiscard]] bool is(Token::Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }

  Token next();
  // Reads the token if it is the next one.
  bool take(std::string_view text);
  // These throw a TextError if something else comes next.
  void expect(std::string_view text);
  Token expect_name(const std::string& due);
  // A number, which may have a minus.
  Word expect_value();
  [[noreturn]] void expected(const std::string& due) const;

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

// 'text'
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace vigil::litmus
