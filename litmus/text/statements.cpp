#include "text_error.hpp"
#include "thread_reader.hpp"
#include "types.hpp"

namespace vigil::litmus {

void ThreadReader::statement() {
  const Nesting nesting(*this);
  if (cursor_.take(";")) return;
  if (cursor_.is("{")) return block();
  if (cursor_.is("if")) return if_statement();
  if (cursor_.is("while")) return while_statement();
  if (cursor_.is("do")) return do_statement();
  if (!take_declaration() && !take_assignment()) expression_statement();
  cursor_.expect(";");
}

void ThreadReader::block() {
  cursor_.expect("{");
  while (!cursor_.take("}")) statement();
}

// Braces around what a branch or a loop does make it no deeper.
void ThreadReader::body() {
  if (cursor_.is("{"))
    block();
  else
    statement();
}

std::uint32_t ThreadReader::condition_in_parentheses() {
  cursor_.expect("(");
  const std::uint32_t condition = expression();
  cursor_.expect(")");
  return condition;
}

// Its target is still to be set.
std::uint32_t ThreadReader::jump_if_zero(std::uint32_t condition, Place place) {
  build_.emit(Instruction::Kind::jump_if_zero, place).operand = condition;
  return build_.end() - 1;
}

void ThreadReader::if_statement() {
  const Place place = cursor_.next().place;
  const std::uint32_t jump_to_else = jump_if_zero(condition_in_parentheses(), place);
  body();
  if (!cursor_.is("else")) {
    build_.at(jump_to_else).target = build_.end();
    return;
  }
  build_.emit(Instruction::Kind::jump, cursor_.next().place);
  const std::uint32_t jump_to_end = build_.end() - 1;
  build_.at(jump_to_else).target = build_.end();
  body();
  build_.at(jump_to_end).target = build_.end();
}

void ThreadReader::while_statement() {
  const Place place = cursor_.next().place;
  const std::uint32_t begin = build_.end();
  const std::uint32_t jump_to_end = jump_if_zero(condition_in_parentheses(), place);
  body();
  build_.emit(Instruction::Kind::jump, place).target = begin;
  build_.at(jump_to_end).target = build_.end();
}

void ThreadReader::do_statement() {
  cursor_.expect("do");
  const std::uint32_t begin = build_.end();
  body();
  const Place place = cursor_.peek().place;
  cursor_.expect("while");
  const std::uint32_t condition = condition_in_parentheses();
  cursor_.expect(";");
  const std::uint32_t jump = jump_if_zero(build_.logical_not(condition, place), place);
  build_.at(jump).target = begin;
}

bool ThreadReader::take_declaration() {
  const Place place = cursor_.peek().place;
  const auto kind = take_type(cursor_);
  if (!kind) return false;
  if (*kind != Object::Kind::plain) fail(place, "only an int can be declared here; objects are parameters");
  do declared_register();
  while (cursor_.take(","));
  return true;
}

void ThreadReader::declared_register() {
  if (cursor_.is("*")) fail(cursor_.peek().place, "a pointer in a register is not supported");
  const Token name = cursor_.expect_name("the name of a register");
  const std::uint32_t number = new_register(name);
  if (cursor_.is("[")) fail(cursor_.peek().place, "an array of registers is not supported");
  if (cursor_.take("=")) build_.assign(number, expression(), name.place);
}

bool ThreadReader::take_assignment() {
  const Token first = cursor_.peek();
  if (first.text == "*" || (find_parameter(first.text) != nullptr && cursor_.is("[", 1))) {
    access_statement();
    return true;
  }
  if (first.kind != Token::Kind::name || !cursor_.is("=", 1)) return false;
  if (find_parameter(first.text) != nullptr)
    fail(first.place, quoted(first.text) + " is a pointer; to store to what it points to, write *" +
                          std::string(first.text) + " = ...");
  const std::uint32_t number = new_register(first);
  cursor_.next();
  cursor_.expect("=");
  build_.assign(number, expression(), first.place);
  return true;
}

void ThreadReader::access_statement() {
  const Location object = lvalue();
  if (cursor_.take("="))
    store(object, expression());
  else if (cursor_.is(";"))
    build_.discard(load(object));
  else
    cursor_.expected("'=' or ';' behind an object");
}

void ThreadReader::expression_statement() {
  const Token& first = cursor_.peek();
  if (first.kind == Token::Kind::name && is_reserved(first.text))
    fail(first.place, quoted(first.text) +
                          " is not supported; statements are declarations, assignments, calls, if, "
                          "else, while, do and blocks");
  const auto function = find_function(first.text);
  if (function && gives_no_value(function->kind)) return call_without_value();
  if (first.kind == Token::Kind::symbol && first.text != "(" && first.text != "!" && first.text != "-")
    cursor_.expected("a statement");
  if (first.kind == Token::Kind::end) cursor_.expected("'}'");
  build_.discard(expression());
}

}  // namespace vigil::litmus
