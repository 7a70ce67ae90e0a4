#pragma once

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vigil::conformance {

// A model around a loop, and what is true of it: whether the loop waits, or gives up, or has an effect.
struct LoopModel {
  std::string_view name;
  checker::ModelCode code;
  checker::Outcome outcome;
  unsigned most_events = 1'000;
  // Whether the search with every iteration explored ends within this bound and says the same.
  bool can_be_unrolled = true;
};

[[nodiscard]] std::span<const LoopModel> loop_models();

// What is wrong with what the search says of it; empty: nothing.
[[nodiscard]] std::string disagreement(const LoopModel& model);

}  // namespace vigil::conformance
