#include "source/code.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace vigil::proofs {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// A line that ends in a backslash goes on in the next. Compilers allow blanks behind the backslash.
std::string spliced(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at != text.size(); ++at) {
    if (text[at] == '\\') {
      auto end = at + 1;
      while (end != text.size() && is_blank(text[end])) ++end;
      if (end != text.size() && text[end] == '\n') {
        at = end;
        continue;
      }
    }
    result += text[at];
  }
  return result;
}

// `#` and its other spelling.
std::size_t hash_length(std::string_view line) { return line.starts_with('#') ? 1 : line.starts_with("%:") ? 2 : 0; }

// The line is all of an include but for its header.
bool wants_header(std::string_view line) {
  line = trimmed(line);
  const auto hash = hash_length(line);
  if (hash == 0) return false;
  const auto name = trimmed(line.substr(hash));
  return name == "include" || name == "include_next" || name == "import";
}

// Copies a spliced source without comments and without what stands in literals.
class Stripper {
 public:
  explicit Stripper(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(result_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (comes("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (comes("/*")) {
      skip_behind("*/", at_ + 2);
      result_ += ' ';
    } else if (is_name(c)) {
      take_word();
    } else if (c == '"' || c == '\'') {
      take_literal(c);
    } else {
      result_ += c;
      ++at_;
    }
  }

  [[nodiscard]] bool comes(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  [[nodiscard]] std::string_view line() const {
    const auto begin = result_.rfind('\n');
    return std::string_view(result_).substr(begin == std::string::npos ? 0 : begin + 1);
  }
  void skip_behind(std::string_view what, std::size_t from) {
    const auto found = text_.find(what, from);
    at_ = found == std::string_view::npos ? text_.size() : found + what.size();
  }

  // A quote in a number separates its digits. A quote behind R begins a raw string.
  void take_word() {
    const auto begin = at_;
    const bool is_number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    while (at_ < text_.size() && (is_name(text_[at_]) || (is_number && is_digit_separator()))) ++at_;
    const auto word = text_.substr(begin, at_ - begin);
    static constexpr std::array<std::string_view, 5> kRaw{"R", "LR", "uR", "UR", "u8R"};
    if (at_ < text_.size() && text_[at_] == '"' && std::find(kRaw.begin(), kRaw.end(), word) != kRaw.end()) {
      const auto opening = std::min(text_.find('(', at_), text_.size());
      const auto end = ")" + std::string(text_.substr(at_ + 1, opening - at_ - 1)) + "\"";
      skip_behind(end, opening);
      result_ += "\"\"";
    } else {
      result_ += word;
    }
  }
  [[nodiscard]] bool is_digit_separator() const {
    return text_[at_] == '\'' && at_ + 1 < text_.size() && is_name(text_[at_ + 1]);
  }

  // A header in quotes is kept.
  void take_literal(char quote) {
    const bool is_header = quote == '"' && wants_header(line());
    const auto begin = at_++;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
    if (is_header)
      result_ += text_.substr(begin, at_ - begin);
    else
      result_.append(2, quote);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
};

void add_tokens(std::string_view line, std::vector<std::string>& tokens) {
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at])) {
      ++at;
      continue;
    }
    std::size_t length = 1;
    if (is_name(line[at]))
      while (at + length < line.size() && is_name(line[at + length])) ++length;
    else if (const auto two = line.substr(at, 2); two == "::" || two == "->" || two == "##")
      length = 2;
    tokens.emplace_back(line.substr(at, length));
    at += length;
  }
}

}  // namespace

Code read_code(std::string_view text) {
  Code code;
  const auto stripped = Stripper(spliced(text)).run();
  for (std::string_view rest = stripped; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto hash = hash_length(line);
    if (hash == 0) {
      add_tokens(line, code.tokens);
      continue;
    }
    const auto inside = trimmed(line.substr(hash));
    const auto name_end = std::find_if_not(inside.begin(), inside.end(), is_name) - inside.begin();
    Directive directive{std::string(inside.substr(0, static_cast<std::size_t>(name_end))),
                        std::string(trimmed(inside.substr(static_cast<std::size_t>(name_end))))};
    if (header_in(directive).empty()) add_tokens(directive.rest, code.tokens);
    code.directives.push_back(std::move(directive));
  }
  return code;
}

std::string header_in(const Directive& directive) {
  const auto& rest = directive.rest;
  if (directive.name != "include" || rest.size() < 3) return {};
  const char closing = rest.front() == '<' ? '>' : rest.front() == '"' ? '"' : '\0';
  return rest.find(closing, 1) == rest.size() - 1 ? rest : std::string();
}

}  // namespace vigil::proofs
