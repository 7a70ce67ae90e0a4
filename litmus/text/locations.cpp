#include "constants.hpp"
#include "text_error.hpp"
#include "thread_reader.hpp"

namespace vigil::litmus {

// Whether "&name" names an object.
bool ThreadReader::is_location() const {
  return !(cursor_.is("&") && cursor_.is(Token::Kind::name, 1) && find_parameter(cursor_.peek(1).text) == nullptr);
}

ThreadReader::Location ThreadReader::location() {
  const Nesting nesting(*this);
  if (cursor_.is("&")) return lvalue_behind_and();
  if (cursor_.take("(")) {
    const Location inner = location();
    cursor_.expect(")");
    return inner;
  }
  Location found = element();
  while (cursor_.is("+") || cursor_.is("-")) {
    const bool is_minus = cursor_.next().text == "-";
    constexpr unsigned kTighterThanPlus = 8;
    const std::uint32_t right = binary(kTighterThanPlus);
    if (!is_minus) {
      add_index(found, right);
      continue;
    }
    const std::uint32_t left = found.index == kNone ? build_.constant(0, found.place) : found.index;
    found.index = build_.binary(Expression::Kind::subtract, left, right, found.place);
  }
  settle_index(found);
  return found;
}

ThreadReader::Location ThreadReader::lvalue_behind_and() {
  cursor_.expect("&");
  return lvalue();
}

ThreadReader::Location ThreadReader::lvalue() {
  const Nesting nesting(*this);
  const Place place = cursor_.peek().place;
  if (cursor_.take("*")) {
    Location found = dereferenced();
    found.place = place;
    return found;
  }
  if (cursor_.take("(")) {
    const Location inner = lvalue();
    cursor_.expect(")");
    return inner;
  }
  Location found = element();
  settle_index(found);
  return found;
}

// With an index that is not settled.
ThreadReader::Location ThreadReader::element() {
  Location found = named_location();
  if (!cursor_.take("[")) return found;
  add_index(found, expression());
  cursor_.expect("]");
  return found;
}

ThreadReader::Location ThreadReader::dereferenced() {
  const Nesting nesting(*this);
  if (cursor_.is("&")) return lvalue_behind_and();
  if (cursor_.take("(")) {
    const Location inner = location();
    cursor_.expect(")");
    return inner;
  }
  Location found = named_location();
  settle_index(found);
  return found;
}

ThreadReader::Location ThreadReader::named_location() {
  const Token name = cursor_.expect_name("the name of an object");
  const Parameter* const parameter = find_parameter(name.text);
  if (parameter == nullptr) fail(name.place, quoted(name.text) + " is not a parameter of this thread");
  const Declared& declared = *parameter->object;
  return {parameter->object, declared.first, declared.extent, kNone, parameter->is_atomic, name.place};
}

void ThreadReader::add_index(Location& location, std::uint32_t index) {
  location.index =
      location.index == kNone ? index : build_.binary(Expression::Kind::add, location.index, index, location.place);
}

// An index that is known names an object.
void ThreadReader::settle_index(Location& location) {
  const Declared& declared = *location.declared;
  const auto known = location.index == kNone ? std::optional<Word>(0) : constant_value(program_, location.index);
  if (!known) return;
  if (*known >= declared.extent)
    fail(location.place, quoted(declared.name) + " has no element " +
                             std::to_string(static_cast<std::int32_t>(*known)) + ", but " +
                             std::to_string(declared.extent));
  location.object += *known;
  location.extent = 1;
  location.index = kNone;
}

Instruction& ThreadReader::access(Instruction::Kind kind, const Location& location) {
  if (location.declared->is_mutex) fail(location.place, quoted(location.declared->name) + " is a mutex");
  Instruction& instruction = build_.emit(kind, location.place);
  instruction.object = location.object;
  instruction.index = location.index;
  instruction.extent = location.extent;
  return instruction;
}

std::uint32_t ThreadReader::load(const Location& location) {
  const std::uint32_t result = build_.unnamed_register(location.place);
  Instruction& instruction =
      access(location.is_atomic ? Instruction::Kind::load : Instruction::Kind::plain_load, location);
  instruction.result = result;
  if (location.is_atomic) instruction.order = std::memory_order_seq_cst;
  return build_.value_of_register(result, location.place);
}

void ThreadReader::store(const Location& location, std::uint32_t value) {
  Instruction& instruction =
      access(location.is_atomic ? Instruction::Kind::store : Instruction::Kind::plain_store, location);
  instruction.operand = value;
  if (location.is_atomic) instruction.order = std::memory_order_seq_cst;
}

}  // namespace vigil::litmus
