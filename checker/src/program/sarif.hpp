#pragma once

#include "problem.hpp"

#include <span>
#include <string>
#include <vector>

namespace vigil::checker {

// SARIF 2.1.0, which forges and editors read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/.

// What ended without a verdict.
struct SarifNotification {
  bool is_error = false;  // a breakdown or a refusal; a limit is none
  std::string model;
  std::string message;
};

// A run of the program.
struct SarifRun {
  std::string root;  // SourceRoot::directory()
  int exit_status = 0;
  std::vector<std::string> results;  // each as sarif_result() made it
  std::vector<SarifNotification> notifications;
};

// One result, as text of JSON.
[[nodiscard]] std::string sarif_result(const Problem& problem);
[[nodiscard]] std::string sarif_log(const SarifRun& run);

}  // namespace vigil::checker
