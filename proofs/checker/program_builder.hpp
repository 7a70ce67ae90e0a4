#pragma once

#include <program.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vigil::conformance {

// Builds the programs of tests, which the notation cannot say.
class ProgramBuilder {
 public:
  using Kind = litmus::Instruction::Kind;
  using Operator = litmus::Expression::Kind;

  explicit ProgramBuilder(std::string name) { program_.name = std::move(name); }

  // They return the number of the object, or of the first one of an array.
  std::uint32_t atomic(litmus::Word initial = 0) { return object(litmus::Object::Kind::atomic, initial); }
  std::uint32_t plain(litmus::Word initial = 0) { return object(litmus::Object::Kind::plain, initial); }
  std::uint32_t mutex() { return object(litmus::Object::Kind::mutex, 0); }
  std::uint32_t array(unsigned extent) {
    const std::uint32_t first = atomic();
    for (unsigned i = 1; i != extent; ++i) atomic();
    return first;
  }

  // They return the number of the expression.
  std::uint32_t number(litmus::Word value) { return add({.kind = Operator::constant, .value = value}); }
  std::uint32_t reg(std::uint32_t number) { return add({.kind = Operator::reg, .value = number}); }
  std::uint32_t both(std::uint32_t left, Operator operation, std::uint32_t right) {
    return add({.kind = operation, .left = left, .right = right});
  }

  // A thread with as many registers as its code names as results.
  void thread(std::vector<litmus::Instruction> code) {
    std::uint32_t registers = 0;
    for (const litmus::Instruction& instruction : code)
      for (const std::uint32_t result : {instruction.result, instruction.success})
        if (result != litmus::kNone) registers = std::max(registers, result + 1);
    program_.threads.push_back({.name = "", .code = std::move(code), .registers = {}});
    program_.threads.back().registers.resize(registers);
  }

  [[nodiscard]] const litmus::Program& program() const { return program_; }

 private:
  std::uint32_t object(litmus::Object::Kind kind, litmus::Word initial) {
    program_.objects.push_back({.name = "", .kind = kind, .initial = initial});
    return static_cast<std::uint32_t>(program_.objects.size() - 1);
  }
  std::uint32_t add(const litmus::Expression& expression) {
    program_.expressions.push_back(expression);
    return static_cast<std::uint32_t>(program_.expressions.size() - 1);
  }

  litmus::Program program_;
};

}  // namespace vigil::conformance
