#include "characters.hpp"

#include "text_error.hpp"

namespace vigil::litmus {

bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\n' || character == '\f' ||
         character == '\v';
}
bool is_digit(char character) { return character >= '0' && character <= '9'; }
bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
}

std::string_view Characters::take(std::size_t count) {
  const auto taken = rest_.substr(0, count);
  for (const char character : taken) {
    if (character == '\n')
      place_ = {place_.line + 1, 1};
    else
      ++place_.column;
  }
  rest_.remove_prefix(count);
  return taken;
}

void Characters::skip_blanks_and_comments(Comments comments) {
  for (;;) {
    take(length_while(rest_, is_blank));
    if (comments == Comments::all && is_at("(*"))
      skip_nested_comment();
    else if (is_at("/*"))
      skip_comment("*/");
    else if (is_at("//"))
      take(length_while(rest_, [](char character) { return character != '\n'; }));
    else
      return;
  }
}

void Characters::skip_nested_comment() {
  const Place begin = place_;
  unsigned depth = 0;
  do {
    if (rest_.empty()) throw TextError(begin, "this comment has no end");
    if (is_at("(*")) {
      ++depth;
      take(2);
    } else if (is_at("*)")) {
      --depth;
      take(2);
    } else {
      take(1);
    }
  } while (depth != 0);
}

void Characters::skip_comment(std::string_view end) {
  const auto length = rest_.find(end, 2);
  if (length == std::string_view::npos) throw TextError(place_, "this comment has no end");
  take(length + end.size());
}

}  // namespace vigil::litmus
