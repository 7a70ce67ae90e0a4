#include "tokens.hpp"

#include "text_error.hpp"

#include <array>
#include <limits>
#include <string>

namespace vigil::litmus {
namespace {

// Longer ones first. Those that are not supported are read, so that an error can name them.
constexpr std::array<std::string_view, 27> kLongSymbols{
    "<<=", ">>=", "...", "/\\", "\\/", "==", "!=", "<=", ">=", "=>", "&&", "||", "<<", ">>",
    "++",  "--",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "->", "::", "<>"};
constexpr std::string_view kSymbols = "{}()[];:,=<>+-*/%&|^!~?.";

[[nodiscard]] bool is_of_word(char character) { return is_letter(character) || is_digit(character); }

[[nodiscard]] unsigned digit_of(char character) {
  if (is_digit(character)) return static_cast<unsigned>(character - '0');
  if (character >= 'a' && character <= 'f') return static_cast<unsigned>(character - 'a') + 10;
  if (character >= 'A' && character <= 'F') return static_cast<unsigned>(character - 'A') + 10;
  return 16;
}

Word value_of_number(std::string_view text, Place place) {
  const auto fail = [&](const std::string& problem) {
    throw TextError(place, "'" + std::string(text) + "' " + problem);
  };
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = is_hexadecimal ? text.substr(2) : text;
  const unsigned base = is_hexadecimal ? 16 : 10;
  std::uint64_t value = 0;
  for (const char character : digits) {
    const unsigned digit = digit_of(character);
    if (digit >= base) fail("is no number; expected a decimal or a hexadecimal one, without a suffix");
    value = value * base + digit;
    if (value > std::numeric_limits<Word>::max()) fail("does not fit into 32 bits");
  }
  if (digits.empty()) fail("is no number; expected a decimal or a hexadecimal one, without a suffix");
  if (!is_hexadecimal && digits.size() > 1 && digits.front() == '0')
    fail("would be octal in C, and is decimal in herd; write it without the leading 0");
  return static_cast<Word>(value);
}

std::size_t length_of_symbol(std::string_view rest) {
  for (const std::string_view symbol : kLongSymbols)
    if (rest.starts_with(symbol)) return symbol.size();
  return kSymbols.find(rest.front()) == std::string_view::npos ? 0 : 1;
}

[[noreturn]] void fail_at_character(const Characters& characters) {
  const char character = characters.rest().front();
  const bool is_printable = character > ' ' && character < '\x7f';
  throw TextError(characters.place(), is_printable ? "unexpected character '" + std::string(1, character) + "'"
                                                   : std::string("unexpected character that is not ASCII's"));
}

Token next_token(Characters& characters) {
  Token token;
  token.place = characters.place();
  const auto rest = characters.rest();
  if (rest.empty()) return token;
  const std::size_t word = length_while(rest, is_of_word);
  if (word == 0) {
    const std::size_t symbol = length_of_symbol(rest);
    if (symbol == 0) fail_at_character(characters);
    token.kind = Token::Kind::symbol;
    token.text = characters.take(symbol);
    return token;
  }
  token.text = characters.take(word);
  token.kind = is_digit(token.text.front()) ? Token::Kind::number : Token::Kind::name;
  if (token.kind == Token::Kind::number) token.value = value_of_number(token.text, token.place);
  return token;
}

}  // namespace

std::vector<Token> tokens_of(Characters& characters) {
  std::vector<Token> tokens;
  unsigned depth = 0;
  bool is_behind_initial_state = false;
  do {
    characters.skip_blanks_and_comments(depth != 0 && is_behind_initial_state ? Comments::c_only : Comments::all);
    tokens.push_back(next_token(characters));
    if (tokens.back().text == "{") ++depth;
    if (tokens.back().text == "}" && depth != 0 && --depth == 0) is_behind_initial_state = true;
  } while (tokens.back().kind != Token::Kind::end);
  return tokens;
}

}  // namespace vigil::litmus
