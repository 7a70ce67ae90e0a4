#include "types.hpp"

#include "text_error.hpp"

#include <algorithm>
#include <array>

namespace vigil::litmus {
namespace {

constexpr std::array<std::string_view, 5> kSupportedTypes{"int", "atomic_int", "_Atomic", "mtx_t", "volatile"};
constexpr std::array<std::string_view, 27> kOtherTypes{
    "char",    "short",    "long",    "signed",   "unsigned", "float",     "double",  "bool",        "_Bool",
    "void",    "struct",   "union",   "enum",     "auto",     "int8_t",    "uint8_t", "int16_t",     "uint16_t",
    "int32_t", "uint32_t", "int64_t", "uint64_t", "intptr_t", "uintptr_t", "size_t",  "atomic_bool", "atomic_long"};
constexpr std::array<std::string_view, 17> kKeywords{"const",  "if",     "else",  "while",    "do",     "for",
                                                     "switch", "case",   "break", "continue", "return", "goto",
                                                     "exists", "forall", "not",   "true",     "false"};

bool take_qualifiers(Cursor& cursor) {
  bool is_any = false;
  while (cursor.take("volatile") || cursor.take("const")) is_any = true;
  return is_any;
}

[[noreturn]] void fail_at_type(const Cursor& cursor) {
  const Token& token = cursor.peek();
  const std::string supported = "int, atomic_int, _Atomic int, _Atomic(int) and mtx_t, also volatile or const";
  if (token.kind != Token::Kind::name) cursor.expected("a type (" + supported + ")");
  throw TextError(token.place, quoted(token.text) + " is not a supported type; supported are " + supported);
}

Object::Kind type_behind_atomic(Cursor& cursor) {
  const bool is_in_parentheses = cursor.take("(");
  take_qualifiers(cursor);
  if (!cursor.take("int")) fail_at_type(cursor);
  take_qualifiers(cursor);
  if (is_in_parentheses) cursor.expect(")");
  return Object::Kind::atomic;
}

std::optional<Object::Kind> take_base(Cursor& cursor) {
  if (cursor.take("int")) return Object::Kind::plain;
  if (cursor.take("atomic_int")) return Object::Kind::atomic;
  if (cursor.take("mtx_t")) return Object::Kind::mutex;
  if (cursor.take("_Atomic")) return type_behind_atomic(cursor);
  return std::nullopt;
}

// A name that is followed by another, or by '*' and another, could only be a type.
bool is_other_type(const Cursor& cursor) {
  if (!cursor.is(Token::Kind::name)) return false;
  return std::ranges::find(kOtherTypes, cursor.peek().text) != kOtherTypes.end() ||
         (!is_reserved(cursor.peek().text) && cursor.is(Token::Kind::name, 1));
}

}  // namespace

std::optional<Object::Kind> take_type(Cursor& cursor) {
  const bool is_qualified = take_qualifiers(cursor);
  const auto kind = take_base(cursor);
  if (!kind && (is_qualified || is_other_type(cursor))) fail_at_type(cursor);
  if (kind) take_qualifiers(cursor);
  return kind;
}

Object::Kind expect_type(Cursor& cursor) {
  const auto kind = take_type(cursor);
  if (!kind) fail_at_type(cursor);
  return *kind;
}

bool is_reserved(std::string_view word) {
  const auto is_in = [word](const auto& words) { return std::ranges::find(words, word) != words.end(); };
  return is_in(kSupportedTypes) || is_in(kOtherTypes) || is_in(kKeywords);
}

bool is_identifier(std::string_view word) {
  return !word.empty() && is_letter(word.front()) && !is_reserved(word) &&
         std::ranges::all_of(word, [](char character) { return is_letter(character) || is_digit(character); });
}

}  // namespace vigil::litmus
