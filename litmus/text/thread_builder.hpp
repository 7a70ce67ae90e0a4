#pragma once

#include "program.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace vigil::litmus {

// Puts a thread's code together. What would exceed a limit throws a TextError at the place that is given.
class ThreadBuilder {
 public:
  using Kind = Expression::Kind;

  ThreadBuilder(Program& program, std::size_t thread) : program_(program), thread_(thread) {}

  // Expressions.
  std::uint32_t constant(Word value, Place place) { return expression({Kind::constant, value, 0, 0}, place); }
  std::uint32_t value_of_register(std::uint32_t number, Place place) {
    return expression({Kind::reg, number, 0, 0}, place);
  }
  std::uint32_t binary(Kind kind, std::uint32_t left, std::uint32_t right, Place place) {
    return expression({kind, 0, left, right}, place);
  }
  std::uint32_t logical_not(std::uint32_t operand, Place place) {
    return expression({Kind::logical_not, 0, operand, operand}, place);
  }

  // Registers.
  [[nodiscard]] std::optional<std::uint32_t> find_register(std::string_view name) const;
  std::uint32_t register_of(std::string_view name, Place place);
  std::uint32_t unnamed_register(Place place);
  void drop_last_register() { thread().registers.pop_back(); }

  // Instructions. A reference is valid until the next one.
  Instruction& emit(Instruction::Kind kind, Place place);
  [[nodiscard]] Instruction& at(std::uint32_t number) { return thread().code[number]; }
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(thread().code.size()); }
  void drop_from(std::uint32_t number) { thread().code.resize(number); }
  void set(std::uint32_t to, std::uint32_t value, Place place);

  // Puts the value into a register: by the last instruction itself, if the value is what that instruction has read.
  void assign(std::uint32_t to, std::uint32_t value, Place place);
  // The value is not used: the last instruction needs no register for it.
  void discard(std::uint32_t value);

 private:
  [[nodiscard]] Thread& thread() { return program_.threads[thread_]; }
  [[nodiscard]] const Thread& thread() const { return program_.threads[thread_]; }
  std::uint32_t expression(const Expression& expression, Place place);
  // Where the last instruction keeps its register, if the value is nothing but that register, which has no name.
  [[nodiscard]] std::uint32_t* last_result(std::uint32_t value);
  void drop_last_result(std::uint32_t value);

  Program& program_;
  std::size_t thread_;
};

}  // namespace vigil::litmus
