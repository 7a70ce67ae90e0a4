#pragma once

#include <vigil/checker/execution.hpp>

#include <atomic>
#include <vector>

namespace vigil::program {

// What an entry orders.
enum class OperationKind { unseen, load, store, rmw, fence };

[[nodiscard]] OperationKind kind_of(checker::Action action);

// What each kind of operation can be given, the weakest first; nothing for one that nobody has seen.
[[nodiscard]] std::vector<std::memory_order> orders_of(OperationKind kind);
[[nodiscard]] bool is_weaker(std::memory_order one, std::memory_order other);
// From the weakest up; `acquire` and `release`, which are not comparable, share a level.
[[nodiscard]] unsigned level_of(std::memory_order order);
// How many levels have something above them.
inline constexpr unsigned kWeakerLevels = 3;

}  // namespace vigil::program
