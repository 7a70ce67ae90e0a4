#include "variations.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::conformance {
namespace {

using litmus::Expression;
using litmus::Instruction;
using Kind = Instruction::Kind;

class Variation {
 public:
  Variation(litmus::Program program, const rc::Random& random) : program_(std::move(program)), random_(random) {
    for (const litmus::Object& object : program_.objects)
      atomics_ += object.kind == litmus::Object::Kind::atomic ? 1U : 0U;
  }

  litmus::Program program() {
    for (litmus::Thread& thread : program_.threads) {
      known_.clear();
      for (Instruction& instruction : thread.code) vary(instruction);
    }
    return std::move(program_);
  }

 private:
  // The values that loops wait for stay as they are: a loop that nothing ends shows little.
  void vary(Instruction& instruction) {
    const Kind kind = instruction.kind;
    if (kind == Kind::fetch_add) instruction.kind = modification();
    const bool is_single = litmus::is_atomic_access(kind) && kind < Kind::await;
    if (is_single && !known_.empty()) {
      if (instruction.operand != litmus::kNone && below(2) == 0)
        instruction.operand = with_lowest_bits(add(Expression::Kind::add, instruction.operand, known_register()), 3);
      if (atomics_ >= 2 && below(4) == 0) {
        instruction.object = 0;
        instruction.extent = 2;
        instruction.index = with_lowest_bits(known_register(), 1);
      }
    }
    if (instruction.result != litmus::kNone) known_.push_back(instruction.result);
    if (instruction.success != litmus::kNone) known_.push_back(instruction.success);
  }

  Kind modification() {
    constexpr std::array kKinds{Kind::fetch_add, Kind::fetch_sub, Kind::fetch_and, Kind::fetch_or, Kind::fetch_xor};
    return kKinds[below(kKinds.size())];
  }

  std::uint32_t known_register() { return add({.kind = Expression::Kind::reg, .value = known_[below(known_.size())]}); }
  std::uint32_t with_lowest_bits(std::uint32_t expression, litmus::Word mask) {
    const std::uint32_t bits = add({.kind = Expression::Kind::constant, .value = mask});
    return add(Expression::Kind::bit_and, expression, bits);
  }
  std::uint32_t add(Expression::Kind kind, std::uint32_t left, std::uint32_t right) {
    return add({.kind = kind, .left = left, .right = right});
  }
  std::uint32_t add(const Expression& expression) {
    program_.expressions.push_back(expression);
    return static_cast<std::uint32_t>(program_.expressions.size() - 1);
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_.next() % limit); }

  litmus::Program program_;
  rc::Random random_;
  unsigned atomics_ = 0;
  std::vector<std::uint32_t> known_;  // registers that earlier instructions of the thread may have set
};

}  // namespace

litmus::Program with_computed_values(litmus::Program program, rc::Random random) {
  return Variation(std::move(program), random).program();
}

}  // namespace vigil::conformance
