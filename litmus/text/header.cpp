#include "header.hpp"

#include "text_error.hpp"

#include <algorithm>
#include <string>

namespace vigil::litmus {
namespace {

bool is_blank_of_line(char character) { return is_blank(character) && character != '\n'; }
bool is_of_line(char character) { return character != '\n'; }
bool is_of_word_of_header(char character) { return !is_blank(character) && character != '"'; }
bool is_of_key(char character) {
  return is_letter(character) || is_digit(character) || character == '/' || character == '.' || character == '-';
}

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(length_while(text, is_blank));
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void read_language(Characters& characters) {
  characters.skip_blanks_and_comments(Comments::all);
  const Place place = characters.place();
  const auto language = characters.take(length_while(characters.rest(), is_of_word_of_header));
  if (language == "C") return;
  throw TextError(place, language.empty() ? std::string("expected 'C' and the name of the test")
                                          : "'" + std::string(language) +
                                                "' is not supported; expected 'C' and the name of the test, "
                                                "as in herd's litmus tests in C");
}

void read_name(Characters& characters, Test& test) {
  characters.take(length_while(characters.rest(), is_blank_of_line));
  test.program.name = characters.take(length_while(characters.rest(), is_of_word_of_header));
  if (test.program.name.empty()) throw TextError(characters.place(), "expected the name of the test behind 'C'");
  characters.take(length_while(characters.rest(), is_blank_of_line));
}

void read_description(Characters& characters, Test& test) {
  if (!characters.is_at("\"")) return;
  const Place place = characters.place();
  const auto end = characters.rest().find('"', 1);
  if (end == std::string_view::npos) throw TextError(place, "this description has no end");
  test.description = characters.take(end + 1).substr(1, end - 1);
}

void read_metadata(Characters& characters, Test& test) {
  const Place place = characters.place();
  const auto line = characters.take(length_while(characters.rest(), is_of_line));
  const std::size_t equals = line.find('=');
  const auto key = without_blanks(line.substr(0, equals));
  const auto value = equals == std::string_view::npos ? std::string_view{} : without_blanks(line.substr(equals + 1));
  if (equals == std::string_view::npos || !is_metadata(key, value))
    throw TextError(place, "expected a line 'Key=value', or the initial state in '{' and '}'");
  test.metadata.emplace_back(key, value);
}

}  // namespace

void read_header(Characters& characters, Test& test) {
  read_language(characters);
  read_name(characters, test);
  read_description(characters, test);
  characters.skip_blanks_and_comments(Comments::all);
  if (test.description.empty()) read_description(characters, test);
  for (;;) {
    characters.skip_blanks_and_comments(Comments::all);
    if (characters.is_at("{")) return;
    if (characters.rest().empty())
      throw TextError(characters.place(), "expected the initial state in '{' and '}' at the end of the text");
    read_metadata(characters, test);
  }
}

bool is_test_name(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_of_word_of_header); }

bool is_description(std::string_view text) { return text.find('"') == std::string_view::npos; }

bool is_metadata(std::string_view key, std::string_view value) {
  return !key.empty() && is_letter(key.front()) && std::ranges::all_of(key, is_of_key) &&
         std::ranges::all_of(value, is_of_line) && value == without_blanks(value);
}

}  // namespace vigil::litmus
