#include "functions.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace vigil::litmus {
namespace {

// The first name of an operation is the one that is written.
constexpr std::array<Function, 15> kFunctions{{
    {"atomic_load", Instruction::Kind::load},
    {"atomic_store", Instruction::Kind::store},
    {"atomic_exchange", Instruction::Kind::exchange},
    {"atomic_fetch_add", Instruction::Kind::fetch_add},
    {"atomic_fetch_sub", Instruction::Kind::fetch_sub},
    {"atomic_fetch_and", Instruction::Kind::fetch_and},
    {"atomic_fetch_or", Instruction::Kind::fetch_or},
    {"atomic_fetch_xor", Instruction::Kind::fetch_xor},
    {"atomic_compare_exchange_strong", Instruction::Kind::compare_exchange},
    {"atomic_compare_exchange_weak", Instruction::Kind::weak_compare_exchange},
    {"atomic_thread_fence", Instruction::Kind::fence},
    {"mtx_lock", Instruction::Kind::lock},
    {"mtx_unlock", Instruction::Kind::unlock},
    {"lock", Instruction::Kind::lock},
    {"unlock", Instruction::Kind::unlock},
}};

constexpr std::string_view kExplicit = "_explicit";

// The first name of an order is the one that is written.
using NamedOrder = std::pair<std::string_view, std::memory_order>;
constexpr std::array<NamedOrder, 12> kNamesOfOrders{{
    {"relaxed", std::memory_order_relaxed},
    {"acquire", std::memory_order_acquire},
    {"release", std::memory_order_release},
    {"acq_rel", std::memory_order_acq_rel},
    {"seq_cst", std::memory_order_seq_cst},
    {"consume", std::memory_order_acquire},
    {"rlx", std::memory_order_relaxed},
    {"acq", std::memory_order_acquire},
    {"rel", std::memory_order_release},
    {"sc", std::memory_order_seq_cst},
    {"con", std::memory_order_acquire},
    {"acqrel", std::memory_order_acq_rel},
}};

}  // namespace

std::optional<CalledFunction> find_function(std::string_view name) {
  const bool is_explicit = name.ends_with(kExplicit);
  if (is_explicit) name.remove_suffix(kExplicit.size());
  const auto* const found = std::ranges::find(kFunctions, name, &Function::name);
  if (found == kFunctions.end() || (is_explicit && !is_atomic_access(found->kind))) return std::nullopt;
  return CalledFunction{found->kind, is_explicit};
}

std::string_view name_of_function(Instruction::Kind kind) {
  const auto* const found = std::ranges::find(kFunctions, kind, &Function::kind);
  return found == kFunctions.end() ? std::string_view{} : found->name;
}

std::string supported_functions() {
  return "atomic_load, atomic_store, atomic_exchange, atomic_fetch_add, _sub, _and, _or and _xor, "
         "atomic_compare_exchange_strong and _weak, all of these also with _explicit, atomic_thread_fence, "
         "mtx_lock and mtx_unlock";
}

std::optional<std::memory_order> find_order(std::string_view name) {
  for (const std::string_view prefix : {"memory_order_", "mo_"})
    if (name.starts_with(prefix)) {
      name.remove_prefix(prefix.size());
      break;
    }
  const auto* const found = std::ranges::find(kNamesOfOrders, name, &NamedOrder::first);
  if (found == kNamesOfOrders.end()) return std::nullopt;
  return found->second;
}

std::string name_of_order(std::memory_order order) {
  const auto* const found = std::ranges::find(kNamesOfOrders, order, &NamedOrder::second);
  return "memory_order_" + std::string(found->first);
}

}  // namespace vigil::litmus
