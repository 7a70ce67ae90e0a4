#pragma once

#include "program.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vigil::litmus {

// Runs a program step by step on a memory without any weakness. Of two programs that mean the same, the steps are the
// same in each such run: operations with their orders, objects and values.
class SequentialRun {
 public:
  // The thread of each step that is an operation; behind the end of the schedule the threads run one after the other.
  explicit SequentialRun(const Program& program, const std::vector<std::size_t>& schedule = {}) : program_(program) {
    for (const Object& object : program.objects) memory_.push_back(object.initial);
    for (const Thread& thread : program.threads) states_.push_back({0, std::vector<Word>(thread.registers.size())});
    for (const std::size_t thread : schedule) run_to_operation(thread % program.threads.size());
    for (std::size_t thread = 0; thread != program.threads.size(); ++thread)
      while (run_to_operation(thread)) continue;
  }

  // As "P0: load.2 x -> 1".
  [[nodiscard]] const std::vector<std::string>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<Word>& memory() const { return memory_; }
  [[nodiscard]] const std::vector<Word>& registers(std::size_t thread) const { return states_[thread].registers; }

 private:
  using Kind = Instruction::Kind;
  struct State {
    std::uint32_t at = 0;
    std::vector<Word> registers;
  };
  static constexpr std::size_t kMaximalSteps = 1000;

  // False at the end of the thread.
  bool run_to_operation(std::size_t thread) {
    State& state = states_[thread];
    const auto& code = program_.threads[thread].code;
    for (std::size_t count = 0; count != kMaximalSteps && state.at < code.size(); ++count) {
      const Instruction& it = code[state.at++];
      if (it.kind == Kind::jump)
        state.at = it.target;
      else if (it.kind == Kind::jump_if_zero)
        state.at = value(it.operand, state) == 0 ? it.target : state.at;
      else if (it.kind == Kind::set)
        state.registers[it.result] = value(it.operand, state);
      else
        return operate(thread, it, state);
    }
    return false;
  }

  [[nodiscard]] Word value(std::uint32_t expression, const State& state) const {
    return expression == kNone ? 0 : value_of(program_, expression, state.registers);
  }

  bool operate(std::size_t thread, const Instruction& it, State& state) {
    const Word element = value(it.index, state);
    const std::size_t object = it.object + (element < it.extent ? element : 0);
    const Word operand = value(it.operand, state);
    const Word expected = value(it.expected, state);
    const Word read = memory_[object];
    const bool is_success = it.expected == kNone || read == expected;
    if (is_success) memory_[object] = written(it.kind, read, operand);
    if (it.result != kNone) state.registers[it.result] = read;
    if (it.success != kNone) state.registers[it.success] = is_success ? 1 : 0;
    steps_.push_back("P" + std::to_string(thread) + ": " + std::to_string(static_cast<int>(it.kind)) + "." +
                     std::to_string(static_cast<int>(it.order)) + "." + std::to_string(static_cast<int>(it.failure)) +
                     " " + (it.kind == Kind::fence ? "" : program_.objects[object].name) + " " + std::to_string(read) +
                     " -> " + std::to_string(memory_[object]));
    return steps_.size() < kMaximalSteps;
  }

  static Word written(Kind kind, Word read, Word operand) {
    switch (kind) {
      case Kind::store:
      case Kind::plain_store:
      case Kind::exchange:
      case Kind::compare_exchange:
      case Kind::weak_compare_exchange:
        return operand;
      case Kind::fetch_add:
        return read + operand;
      case Kind::fetch_sub:
        return read - operand;
      case Kind::fetch_and:
        return read & operand;
      case Kind::fetch_or:
        return read | operand;
      case Kind::fetch_xor:
        return read ^ operand;
      default:
        return read;
    }
  }

  const Program& program_;
  std::vector<Word> memory_;
  std::vector<State> states_;
  std::vector<std::string> steps_;
};

}  // namespace vigil::litmus
