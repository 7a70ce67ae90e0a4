#pragma once

#include "program.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace vigil::litmus {

// A function of C that a thread may call, without the variant "_explicit".
struct Function {
  std::string_view name;
  Instruction::Kind kind;
};

// A call of it as the text spells it.
struct CalledFunction {
  Instruction::Kind kind = Instruction::Kind::load;
  bool is_explicit = false;  // the memory orders are arguments
};
[[nodiscard]] std::optional<CalledFunction> find_function(std::string_view name);
// How C spells the operation; empty for one that herd's C does not have.
[[nodiscard]] std::string_view name_of_function(Instruction::Kind kind);
// For errors.
[[nodiscard]] std::string supported_functions();

[[nodiscard]] constexpr bool gives_no_value(Instruction::Kind kind) {
  using Kind = Instruction::Kind;
  return kind == Kind::store || kind == Kind::fence || kind == Kind::lock || kind == Kind::unlock;
}
[[nodiscard]] constexpr bool is_one_compare_exchange(Instruction::Kind kind) {
  return kind == Instruction::Kind::compare_exchange || kind == Instruction::Kind::weak_compare_exchange;
}

// The memory order with the name "memory_order_relaxed", "mo_rlx" or "relaxed". Consume is acquire: C++'s
// implementations treat it so.
[[nodiscard]] std::optional<std::memory_order> find_order(std::string_view name);
[[nodiscard]] std::string name_of_order(std::memory_order order);

}  // namespace vigil::litmus
