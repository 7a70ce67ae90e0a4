#pragma once

#include "program.hpp"

#include <cstddef>
#include <string_view>

namespace vigil::litmus {

// Which comments a part of the text may hold. OCaml's begin with "(*", which in C's code begins an expression such as
// (*x); herd does not read them there either.
enum class Comments : std::uint8_t { all, c_only };

// The characters of a text that are still to be read, and where they stand. A column counts bytes.
class Characters {
 public:
  explicit Characters(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] Place place() const { return place_; }
  [[nodiscard]] bool is_at(std::string_view start) const { return rest_.starts_with(start); }

  // Reads `count` characters, which there must be.
  std::string_view take(std::size_t count);
  // Throws a TextError if a comment has no end.
  void skip_blanks_and_comments(Comments comments);

 private:
  void skip_nested_comment();
  void skip_comment(std::string_view end);

  std::string_view rest_;
  Place place_{1, 1};
};

[[nodiscard]] bool is_blank(char character);
[[nodiscard]] bool is_digit(char character);
[[nodiscard]] bool is_letter(char character);  // also '_'

// How many characters from the start satisfy the condition.
template <class Condition>
[[nodiscard]] std::size_t length_while(std::string_view text, Condition condition) {
  std::size_t length = 0;
  while (length != text.size() && condition(text[length])) ++length;
  return length;
}

}  // namespace vigil::litmus
