#pragma once

#include "checks.hpp"
#include "shard.hpp"

#include <cstdint>
#include <vector>

namespace vigil::program {

// How long searches are expected to take, counted in executions of the checker: what shards are balanced by. An
// expectation is no verdict; a wrong one only makes a shard take longer than another.

// Of a model, under all engines of the options; 0 if none of them runs it.
[[nodiscard]] std::uint64_t expected_cost(const models::Model& model, const CheckOptions& options);
// The models of a shard, in the same order.
[[nodiscard]] std::vector<const models::Model*> models_in(const checker::Shard& shard,
                                                          const std::vector<const models::Model*>& models,
                                                          const CheckOptions& options);

}  // namespace vigil::program
