#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::mutation {

// A token of C++ and where it stands.
struct Token {
  std::string_view text;
  std::size_t begin = 0;
  unsigned line = 1;

  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
};

// Splits a source into tokens and leaves out its comments. `>>` are two tokens, because it may close two templates.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view source);

// The source in one line, without comments.
[[nodiscard]] std::string in_one_line(std::string_view source);

}  // namespace vigil::mutation
