#pragma once

#include <vigil/model/engine.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vigil::program {

// What is asked of `vigil check`.
struct CheckOptions {
  const models::Engine* engine = nullptr;
  bool thorough = false;
  std::optional<unsigned> bound;  // in place of the context bounds that must-hold models name
  unsigned jobs = 1;
  std::chrono::duration<double> time_limit{0};  // for each model
};

// What came of one model.
struct Report {
  enum class Status {
    passed,   // as expected
    differs,  // another verdict than expected
    limit,    // a limit was reached before a planned search had ended
  };
  const models::Model* model = nullptr;
  models::Verdict verdict;
  Status status = Status::limit;
  std::string problem;  // what the verdict cannot say: interrupted, the engine itself crashed
};

// The searches that decide `model`.
[[nodiscard]] std::vector<models::Search> searches_for(const models::Model& model, const CheckOptions& options);
[[nodiscard]] Report::Status judge(const models::Model& model, const models::Verdict& verdict);

// How far a run of checks has come.
struct Standing {
  std::size_t done = 0;
  std::size_t total = 0;
  std::uint64_t executions = 0;
  std::string running;
};

// Checks every model in a process of its own, `options.jobs` at a time. `reported` is called in the order of `models`,
// `standing` some times a second. Ctrl-C stops everything; what was covered by then is reported.
struct CheckCallbacks {
  std::function<void(const Report&)> reported;
  std::function<void(const Standing&)> standing;
};
[[nodiscard]] std::vector<Report> run_checks(const std::vector<const models::Model*>& models,
                                             const CheckOptions& options, const CheckCallbacks& callbacks);

}  // namespace vigil::program
