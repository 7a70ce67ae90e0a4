#pragma once

#include "baseline.hpp"
#include "checks.hpp"
#include "shard.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// What a run of models was, besides the models.
struct RunScope {
  checker::Shard shard{};
  // What its baseline says and is no longer so, and whether that fails the run.
  std::vector<checker::AcceptedFinding> stale{};
  bool stale_fails = false;
};

// Verdicts for programs.
[[nodiscard]] std::string json_report(const std::vector<Report>& reports, const CheckOptions& options,
                                      const RunScope& scope = {});
[[nodiscard]] std::string junit_report(const std::vector<Report>& reports, const RunScope& scope = {});

}  // namespace vigil::program
