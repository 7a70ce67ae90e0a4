#include "schemata.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace vigil::mutation {
namespace {

template <std::size_t Size>
bool is_one_of(std::string_view text, const std::array<std::string_view, Size>& texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::vector<std::string_view> texts_of(const std::vector<Token>& tokens) {
  std::vector<std::string_view> texts;
  for (const auto& token : tokens) texts.push_back(token.text);
  return texts;
}

std::string quoted(const std::string& code) { return "\"" + in_one_line(code) + "\""; }

// Where an expression can end on both sides, whatever operators it has.
constexpr std::array<std::string_view, 14> kBeforeAny{"(", ",", "=",  "return", "{",  "[",  "?",
                                                      ":", ";", "+=", "-=",     "|=", "&=", "^="};
constexpr std::array<std::string_view, 7> kBehindAny{")", ",", ";", "}", "]", "?", ":"};
// What binds tighter than any operator between two operands.
constexpr std::array<std::string_view, 3> kBeforeNone{".", "->", "::"};
constexpr std::array<std::string_view, 8> kBehindNone{".", "->", "::", "(", "[", "{", "++", "--"};
constexpr std::array<std::string_view, 22> kOperators{"+", "-",  "*",  "/", "%", "==", "!=", "<=", ">=", "<=>", "<",
                                                      ">", "&&", "||", "&", "|", "^",  "<<", "?",  ":",  "=",   ","};

bool has_operator_outside_brackets(std::span<const Token> tokens) {
  int depth = 0;
  for (const auto& [text, begin, line] : tokens) {
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth == 0 && is_one_of(text, kOperators)) return true;
  }
  return false;
}

// The replacement must not change what is an operand of what.
void expect_expression(const Mutant& mutant, std::span<const Token> header, std::size_t first, std::size_t behind) {
  const auto original = header.subspan(first, behind - first);
  const auto before = first == 0 ? std::string_view(";") : header[first - 1].text;
  const auto next = behind == header.size() ? std::string_view(";") : header[behind].text;
  for (const auto& token : original)
    if (token.text == ";") refuse(mutant, "an expression has no \";\"; use \"statements:\"");
  const bool is_whole = is_one_of(before, kBeforeAny) && is_one_of(next, kBehindAny);
  const bool is_operand =
      !has_operator_outside_brackets(original) && !is_one_of(before, kBeforeNone) && !is_one_of(next, kBehindNone);
  if (!is_whole && !is_operand)
    refuse(mutant, "the original stands between \"" + std::string(before) + "\" and \"" + std::string(next) +
                       "\" and is not a whole operand there; extend it up to a bracket, a comma or \"=\"");
}

// Whether one of the statements declares a name, which may be that of a lock.
bool declares(std::span<const Token> statements) {
  int depth = 0;
  bool begins = true;
  for (const auto& token : statements) {
    if (depth == 0 && begins && (token.text == "const" || token.text == "auto")) return true;
    if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
    if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
    begins = token.text == ";" || token.text == "}";
  }
  return false;
}

void expect_statements(const Mutant& mutant, std::span<const Token> header, std::size_t first, std::size_t behind) {
  constexpr std::array<std::string_view, 7> kBefore{";", "{", "}", ")", "]", "else", ":"};
  const auto last = header[behind - 1].text;
  if (last != ";" && last != "}") refuse(mutant, "statements end in \";\" or \"}\"; use \"expression:\" for less");
  if (first == 0 || !is_one_of(header[first - 1].text, kBefore))
    refuse(mutant, "the original does not begin where a statement begins");
  if (behind != header.size() && header[behind].text == "else")
    refuse(mutant, "an \"else\" follows the original; extend it over the whole \"if\"");
  if (behind != header.size() && header[behind].text != "}" && declares(header.subspan(first, behind - first)))
    refuse(mutant, "what the original declares ends where the original ends; extend it to the end of its block");
}

// Indices of tokens.
struct Range {
  std::size_t first = 0;
  std::size_t behind = 0;
};

Range range_of(const Mutant& mutant, const Change& change, std::span<const Token> header) {
  const auto before = tokens_of(change.before), original = tokens_of(change.original), after = tokens_of(change.after);
  auto wanted = texts_of(before);
  for (const auto* more : {&original, &after})
    for (const auto& token : *more) wanted.push_back(token.text);
  if (original.empty()) refuse(mutant, "the '-' lines have no code");
  const auto find_from = [&](std::span<const Token>::iterator begin) {
    return std::search(begin, header.end(), wanted.begin(), wanted.end(),
                       [](const Token& token, std::string_view text) { return token.text == text; });
  };
  const auto found = find_from(header.begin());
  if (found == header.end())
    refuse(mutant, mutant.header + " has no " + quoted(change.before + change.original + change.after) +
                       "; change the mutant as the header was changed, or remove it");
  if (const auto again = find_from(found + 1); again != header.end())
    refuse(mutant, mutant.header + " has " + quoted(change.before + change.original + change.after) + " in line " +
                       std::to_string(found->line) + " and in line " + std::to_string(again->line) +
                       "; add lines before or after the '-' lines that only one of them has around it");
  const auto first = static_cast<std::size_t>(found - header.begin()) + before.size();
  return {first, first + original.size()};
}

// One change, found in its header.
struct Found {
  const Mutant* mutant;
  const Change* change;
  Place place;
};

// All changes of one original.
using Same = std::span<const Found>;

std::string switch_of(const Found& found) { return "::vigil::mutants::" + found.mutant->name; }

std::string opening_of(Same changes) {
  const bool is_expression = changes.front().change->kind == Change::Kind::expression;
  std::string text = is_expression ? "(" : "{ ";
  for (const auto& each : changes) {
    const auto replacement = in_one_line(each.change->replacement);
    text += is_expression ? switch_of(each) + " ? (" + replacement + ") : "
                          : "if (" + switch_of(each) + ") { " + replacement + " } else ";
  }
  return text + (is_expression ? "(" : "{ ");
}

std::string closing_of(Same changes) {
  return changes.front().change->kind == Change::Kind::expression ? "))" : " } }";
}

bool is_same(const Place& one, const Place& other) { return one.begin == other.begin && one.end == other.end; }

// Throws if an original begins within another one and does not end there.
void expect_nesting(std::span<const Found> sorted) {
  std::vector<const Found*> around;
  for (const auto& each : sorted) {
    while (!around.empty() && around.back()->place.end <= each.place.begin) around.pop_back();
    if (!around.empty() && each.place.end > around.back()->place.end)
      refuse(*each.mutant, "its original overlaps that of mutant " + around.back()->mutant->name + " (" +
                               around.back()->mutant->where + "); make one contain the other");
    if (!around.empty() && is_same(each.place, around.back()->place) &&
        each.change->kind != around.back()->change->kind)
      refuse(*each.mutant,
             "is not of the same kind as mutant " + around.back()->mutant->name + " with the same original");
    around.push_back(&each);
  }
}

}  // namespace

Place place_of(const Mutant& mutant, const Change& change, std::span<const Token> header) {
  const auto [first, behind] = range_of(mutant, change, header);
  if (change.kind == Change::Kind::expression)
    expect_expression(mutant, header, first, behind);
  else
    expect_statements(mutant, header, first, behind);
  return {header[first].begin, header[behind - 1].end(), header[first].line};
}

void insert_mutants(std::span<const Mutant> mutants, std::span<const Token> header, Insertions& insertions) {
  std::vector<Found> all;
  for (const auto& mutant : mutants)
    for (const auto& change : mutant.changes) all.push_back({&mutant, &change, place_of(mutant, change, header)});
  // An original stands before those within it.
  std::stable_sort(all.begin(), all.end(), [](const Found& one, const Found& other) {
    return one.place.begin != other.place.begin ? one.place.begin < other.place.begin : one.place.end > other.place.end;
  });
  expect_nesting(all);
  for (auto begin = all.cbegin(); begin != all.cend();) {
    const auto end =
        std::find_if(begin, all.cend(), [&](const Found& one) { return !is_same(one.place, begin->place); });
    insertions.open(begin->place.begin, opening_of({begin, end}));
    insertions.close(begin->place.end, closing_of({begin, end}));
    begin = end;
  }
}

}  // namespace vigil::mutation
