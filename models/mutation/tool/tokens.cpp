#include "tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace vigil::mutation {
namespace {

// The longest first.
constexpr std::array<std::string_view, 24> kOperators{"<=>", "<<=", "...", "->*", "::", "->", "++", "--",
                                                      "<<",  "<=",  ">=",  "==",  "!=", "&&", "||", "+=",
                                                      "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "##"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<Token> run() {
    while (at_ != source_.size()) {
      if (std::isspace(static_cast<unsigned char>(source_[at_])) != 0 || comes("\\\n")) {
        skip(1);
      } else if (comes("//")) {
        skip_to(source_.find('\n', at_));
      } else if (comes("/*")) {
        skip_behind("*/");
      } else {
        take(length());
      }
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool comes(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  [[nodiscard]] char ahead(std::size_t distance) const {
    return at_ + distance < source_.size() ? source_[at_ + distance] : '\0';
  }

  void skip(std::size_t count) {
    const auto skipped = source_.substr(at_, count);
    line_ += static_cast<unsigned>(std::count(skipped.begin(), skipped.end(), '\n'));
    at_ += skipped.size();
  }
  void skip_to(std::size_t place) { skip(std::min(place, source_.size()) - at_); }
  void skip_behind(std::string_view text) {
    const auto found = source_.find(text, at_);
    skip_to(found == std::string_view::npos ? found : found + text.size());
  }
  void take(std::size_t count) {
    tokens_.push_back({source_.substr(at_, count), at_, line_});
    skip(count);
  }

  // Of the token that begins here.
  [[nodiscard]] std::size_t length() const {
    const char first = source_[at_];
    if (first == '"' || first == '\'') return of_literal(first);
    if (is_digit(first) || (first == '.' && is_digit(ahead(1)))) return of_number();
    if (is_name(first)) return of_name();
    const auto found = std::find_if(kOperators.begin(), kOperators.end(), [&](auto each) { return comes(each); });
    return found == kOperators.end() ? 1 : found->size();
  }
  [[nodiscard]] std::size_t of_literal(char quote) const {
    std::size_t length = 1;
    while (ahead(length) != quote && ahead(length) != '\0') length += ahead(length) == '\\' ? 2 : 1;
    return length + 1;
  }
  [[nodiscard]] std::size_t of_number() const {
    const auto is_exponent = [](char c) { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; };
    std::size_t length = 1;
    while (is_name(ahead(length)) || ahead(length) == '.' || ahead(length) == '\'' ||
           ((ahead(length) == '+' || ahead(length) == '-') && is_exponent(ahead(length - 1))))
      ++length;
    return length;
  }
  // A raw string is one token with its prefix. One that does not end goes up to the end of the source.
  [[nodiscard]] std::size_t of_name() const {
    std::size_t length = 1;
    while (is_name(ahead(length))) ++length;
    if (ahead(length - 1) != 'R' || ahead(length) != '"') return length;
    const auto opening = source_.find('(', at_ + length);
    if (opening == std::string_view::npos) return length;
    const auto end = ")" + std::string(source_.substr(at_ + length + 1, opening - at_ - length - 1)) + "\"";
    const auto closing = source_.find(end, opening);
    return closing == std::string_view::npos ? source_.size() - at_ : closing + end.size() - at_;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view source) { return Lexer(source).run(); }

std::string in_one_line(std::string_view source) {
  std::string line;
  std::size_t end = 0;
  for (const auto& token : tokens_of(source)) {
    if (!line.empty() && token.begin != end) line += ' ';
    line += token.text;
    end = token.end();
  }
  return line;
}

}  // namespace vigil::mutation
