#pragma once

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vigil::conformance {

// A model of a loop, and its expected verdict: whether the loop waits, gives up, or has an effect.
struct LoopModel {
  std::string_view name;
  checker::ModelCode code;
  checker::Outcome outcome;
  unsigned most_events = 1'000;
  // Whether the search that explores every iteration ends within this bound with the same verdict.
  bool can_be_unrolled = true;
};

[[nodiscard]] std::span<const LoopModel> loop_models();

// How the verdict of the search is wrong; empty: it is right.
[[nodiscard]] std::string disagreement(const LoopModel& model);

}  // namespace vigil::conformance
