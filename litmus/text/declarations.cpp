#include "declarations.hpp"

#include "limits.hpp"
#include "text_error.hpp"
#include "types.hpp"

#include <algorithm>
#include <charconv>

namespace vigil::litmus {

Declared* Declarations::find(std::string_view name) {
  const auto found = std::ranges::find(all_, name, &Declared::name);
  return found == all_.end() ? nullptr : &*found;
}

Declared& Declarations::declare(const Token& name, std::optional<std::uint32_t> extent_of_array) {
  if (!is_identifier(name.text)) throw TextError(name.place, quoted(name.text) + " cannot name an object");
  const std::uint32_t extent = extent_of_array.value_or(1);
  const auto first = static_cast<std::uint32_t>(program_.objects.size());
  if (extent > kMaximalObjects - first)
    throw TextError(name.place, "more than " + std::to_string(kMaximalObjects) + " objects");
  for (std::uint32_t element = 0; element != extent; ++element) {
    Object& object = program_.objects.emplace_back();
    object.name = name.text;
    if (extent_of_array) object.name += "[" + std::to_string(element) + "]";
  }
  Declared& declared = all_.emplace_back();
  declared.name = name.text;
  declared.first = first;
  declared.extent = extent;
  declared.is_array = extent_of_array.has_value();
  return declared;
}

void Declarations::declare_kind(Declared& declared, Object::Kind kind, const Token& name) {
  if (kind == Object::Kind::atomic) declared.is_atomic = true;
  if (kind == Object::Kind::plain) declared.is_declared_plain = true;
  if (kind == Object::Kind::mutex) declared.is_mutex = true;
  if (declared.is_mutex && (declared.is_atomic || declared.is_declared_plain))
    throw TextError(name.place, quoted(name.text) + " is declared as a mutex and as a value");
}

void Declarations::settle() {
  for (const Declared& declared : all_)
    for (std::uint32_t element = 0; element != declared.extent; ++element)
      program_.objects[declared.first + element].kind = declared.is_mutex    ? Object::Kind::mutex
                                                        : declared.is_atomic ? Object::Kind::atomic
                                                                             : Object::Kind::plain;
}

std::optional<Word> number_of_thread(std::string_view name) {
  if (!name.starts_with("P")) return std::nullopt;
  Word number = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

std::optional<std::pair<Token, Token>> take_register(Cursor& cursor) {
  Token thread = cursor.peek();
  if (!cursor.is(":", 1)) return std::nullopt;
  if (thread.kind == Token::Kind::name) {
    const auto number = number_of_thread(thread.text);
    if (!number) return std::nullopt;
    thread.value = *number;
  } else if (thread.kind != Token::Kind::number) {
    return std::nullopt;
  }
  cursor.next();
  cursor.expect(":");
  return std::pair(thread, cursor.expect_name("the name of a register"));
}

}  // namespace vigil::litmus
