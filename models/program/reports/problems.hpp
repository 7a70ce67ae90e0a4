#pragma once

#include "annotations.hpp"
#include "checks.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vigil::program {

// What is to be said of violations besides the table.
struct ProblemOptions {
  std::optional<checker::Annotations> annotations;
  bool sarif = false;
  bool hint = false;  // also of models that fail as they have to
  double hint_limit = 30;
  unsigned jobs = 1;

  [[nodiscard]] bool is_wanted() const { return annotations || sarif || hint; }
};

// What a report found, in the forms that were asked for.
struct ReportedProblem {
  std::string sarif;       // a result; empty if it is none
  std::string annotation;  // lines
  std::string hint;        // a sentence
};

// Of each report. Models with a violation run again, each in a process of its own.
[[nodiscard]] std::vector<ReportedProblem> problems_of(const std::vector<Report>& reports,
                                                       const ProblemOptions& options);
// The whole SARIF file.
[[nodiscard]] std::string sarif_report(const std::vector<Report>& reports, const std::vector<ReportedProblem>& problems,
                                       int status);

}  // namespace vigil::program
