#include "names.hpp"

#include "functions.hpp"
#include "types.hpp"

#include <algorithm>
#include <stdexcept>

namespace vigil::litmus {
namespace {

void mark_registers(const Program& program, std::uint32_t expression, std::vector<bool>& is_used) {
  if (expression == kNone) return;
  const Expression& it = program.expressions[expression];
  if (it.kind == Expression::Kind::constant) return;
  if (it.kind == Expression::Kind::reg) {
    is_used[it.value] = true;
    return;
  }
  mark_registers(program, it.left, is_used);
  if (it.kind != Expression::Kind::logical_not) mark_registers(program, it.right, is_used);
}

std::vector<bool> registers_that_are_read(const Program& program, const Thread& thread) {
  std::vector<bool> is_used(thread.registers.size());
  for (const Instruction& instruction : thread.code)
    for (const std::uint32_t expression : {instruction.index, instruction.operand, instruction.expected})
      mark_registers(program, expression, is_used);
  return is_used;
}

}  // namespace

Names::Names(const Test& test) {
  const Program& program = test.program;
  read_objects(program);
  for (const Thread& thread : program.threads) is_used_.push_back(registers_that_are_read(program, thread));
  if (test.condition) use(*test.condition);
  for (const Condition& location : test.locations) use(location);
  for (std::size_t thread = 0; thread != program.threads.size(); ++thread) name_registers(program, thread);
}

void Names::read_objects(const Program& program) {
  const auto& all = program.objects;
  for (std::uint32_t number = 0; number != all.size();) {
    WrittenObject object;
    object.first = number;
    object.name = all[number].name;
    object.is_array = object.name.ends_with("[0]");
    if (object.is_array) object.name.resize(object.name.size() - 3);
    for (++number; object.is_array && number != all.size(); ++number) {
      if (all[number].name != object.name + "[" + std::to_string(object.extent) + "]") break;
      if (all[number].kind != all[object.first].kind)
        throw std::invalid_argument("the elements of '" + object.name + "' are not all of one kind");
      ++object.extent;
    }
    if (!is_identifier(object.name)) throw std::invalid_argument("'" + object.name + "' cannot name an object");
    if (is_object(object.name)) throw std::invalid_argument("two objects have the name '" + object.name + "'");
    objects_.push_back(object);
  }
}

bool Names::is_object(const std::string& name) const {
  return std::ranges::find(objects_, name, &WrittenObject::name) != objects_.end();
}

const WrittenObject& Names::object_of(std::uint32_t number) const {
  return *std::ranges::find_if(objects_, [number](const WrittenObject& object) {
    return number >= object.first && number - object.first < object.extent;
  });
}

std::string Names::element(std::uint32_t number) const {
  const WrittenObject& object = object_of(number);
  return object.is_array ? object.name + "[" + std::to_string(number - object.first) + "]" : object.name;
}

void Names::use(const Condition& condition) {
  if (condition.kind == Condition::Kind::register_is) is_used_[condition.thread][condition.number] = true;
  for (const Condition& part : condition.parts) use(part);
}

void Names::name_registers(const Program& program, std::size_t thread) {
  const auto& names = program.threads[thread].registers;
  registers_.emplace_back(names);
  for (std::size_t number = 0; number != names.size(); ++number) {
    const std::string& name = names[number];
    if (name.empty()) continue;
    if (!is_identifier(name) || find_function(name))
      throw std::invalid_argument("'" + name + "' cannot name a register");
    if (std::ranges::count(names, name) > 1) throw std::invalid_argument("two registers have the name '" + name + "'");
  }
  for (std::size_t number = 0; number != names.size(); ++number)
    if (names[number].empty() && is_used_[thread][number]) registers_[thread][number] = fresh_register(thread);
}

std::string Names::fresh_register(std::size_t thread) {
  auto& names = registers_[thread];
  for (std::size_t number = 0;; ++number) {
    const std::string name = "t" + std::to_string(number);
    if (is_object(name) || std::ranges::find(names, name) != names.end()) continue;
    names.push_back(name);
    return name;
  }
}

}  // namespace vigil::litmus
