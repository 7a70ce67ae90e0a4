#include "thread_reader.hpp"

#include "limits.hpp"
#include "text_error.hpp"
#include "types.hpp"

namespace vigil::litmus {

void ThreadReader::read(std::span<const InitialRegister> initial) {
  parameters();
  initial_registers(initial);
  cursor_.expect("{");
  while (!cursor_.take("}")) statement();
}

void ThreadReader::parameters() {
  cursor_.expect("(");
  if (cursor_.take(")")) return;
  do parameter();
  while (cursor_.take(","));
  cursor_.expect(")");
}

void ThreadReader::parameter() {
  const Object::Kind kind = expect_type(cursor_);
  if (!cursor_.is("*")) cursor_.expected("'*', as parameters are pointers to objects,");
  cursor_.next();
  if (cursor_.is("*")) fail(cursor_.peek().place, "a pointer to a pointer is not supported");
  const Token name = cursor_.expect_name("the name of a parameter");
  if (find_parameter(name.text) != nullptr) fail(name.place, quoted(name.text) + " is a parameter already");
  Declared* declared = declarations_.find(name.text);
  if (declared == nullptr) declared = &declarations_.declare(name, std::nullopt);
  Declarations::declare_kind(*declared, kind, name);
  parameters_.emplace(name.text, Parameter{declared, kind == Object::Kind::atomic});
}

void ThreadReader::initial_registers(std::span<const InitialRegister> initial) {
  for (const InitialRegister& each : initial) {
    const Place place = each.name.place;
    if (build_.find_register(each.name.text)) fail(place, quoted(each.name.text) + " has a value already");
    const std::uint32_t number = new_register(each.name);
    build_.set(number, build_.constant(each.value, place), place);
  }
}

const ThreadReader::Parameter* ThreadReader::find_parameter(std::string_view name) const {
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? nullptr : &found->second;
}

std::uint32_t ThreadReader::new_register(const Token& name) {
  if (find_parameter(name.text) != nullptr)
    fail(name.place, quoted(name.text) + " is a parameter, so it cannot name a register");
  if (!is_identifier(name.text) || find_function(name.text))
    fail(name.place, quoted(name.text) + " cannot name a register");
  return build_.register_of(name.text, name.place);
}

ThreadReader::Nesting::Nesting(ThreadReader& reader) : reader_(reader) {
  if (reader.nesting_ == kMaximalNesting)
    fail(reader.cursor_.peek().place, "nested deeper than " + std::to_string(kMaximalNesting));
  ++reader.nesting_;
}

void ThreadReader::fail(Place place, const std::string& problem) { throw TextError(place, problem); }

}  // namespace vigil::litmus
