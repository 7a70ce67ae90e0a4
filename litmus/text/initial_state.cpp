#include "declarations.hpp"
#include "text_error.hpp"
#include "types.hpp"

#include <string>

namespace vigil::litmus {
namespace {

std::uint32_t expect_size_of_array(Cursor& cursor) {
  const Token size = cursor.peek();
  if (size.kind != Token::Kind::number) cursor.expected("the number of elements");
  cursor.next();
  if (size.value == 0) throw TextError(size.place, "an array has at least one element");
  cursor.expect("]");
  return size.value;
}

void read_elements(Cursor& cursor, const Declared& declared, Program& program) {
  cursor.expect("{");
  for (std::uint32_t element = 0; !cursor.take("}"); ++element) {
    if (element != 0) cursor.expect(",");
    if (element == declared.extent)
      throw TextError(cursor.peek().place, "more values than " + quoted(declared.name) + " has elements");
    program.objects[declared.first + element].initial = cursor.expect_value();
  }
}

void read_initial_value(Cursor& cursor, const Declared& declared, Program& program) {
  const Place place = cursor.peek().place;
  if (!cursor.take("=")) return;
  if (declared.is_mutex) throw TextError(place, "a mutex has no value");
  if (!declared.is_array) {
    program.objects[declared.first].initial = cursor.expect_value();
    return;
  }
  if (!cursor.is("{")) cursor.expected("the values of all elements, as in " + declared.name + "[2]={0,1},");
  read_elements(cursor, declared, program);
}

void read_object(Cursor& cursor, std::optional<Object::Kind> kind, Program& program, Declarations& declarations) {
  if (cursor.is("*")) throw TextError(cursor.peek().place, "a pointer is not supported as an object");
  const bool is_in_brackets = cursor.take("[");
  const Token name = cursor.expect_name("the name of an object or a register, as in x=0 or 0:r0=0,");
  if (is_in_brackets) cursor.expect("]");
  std::optional<std::uint32_t> extent;
  if (cursor.take("[")) extent = expect_size_of_array(cursor);
  if (declarations.find(name.text) != nullptr)
    throw TextError(name.place, quoted(name.text) + " is declared twice in the initial state");
  Declared& declared = declarations.declare(name, extent);
  if (kind) Declarations::declare_kind(declared, *kind, name);
  read_initial_value(cursor, declared, program);
}

}  // namespace

std::vector<InitialRegister> read_initial_state(Cursor& cursor, Program& program, Declarations& declarations) {
  std::vector<InitialRegister> registers;
  cursor.expect("{");
  while (!cursor.take("}")) {
    if (cursor.take(";")) continue;
    const auto kind = take_type(cursor);
    if (const auto found = take_register(cursor)) {
      cursor.expect("=");
      registers.push_back({found->first, found->second, cursor.expect_value()});
    } else {
      read_object(cursor, kind, program, declarations);
    }
    if (!cursor.is("}")) cursor.expect(";");
  }
  return registers;
}

}  // namespace vigil::litmus
