#pragma once

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vigil::conformance {

// Small models of what programs cannot express: plain memory, allocation, waits for several atomics. Their verdicts and
// counts were worked out by hand.
struct KnownModel {
  std::string_view name;
  checker::ModelCode code;
  std::uint64_t executions;  // in which every thread ends
  std::uint64_t violating;
  checker::Outcome outcome = checker::kHolds;
};

[[nodiscard]] std::span<const KnownModel> known_models();

// How the checker's verdict differs; empty: not at all.
[[nodiscard]] std::string disagreement(const KnownModel& model);

}  // namespace vigil::conformance
