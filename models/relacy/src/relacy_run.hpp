#pragma once

#include <vigil/model/engine.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace vigil::models::detail {

// What Relacy is to do, in words that need none of its headers.
struct RelacyOrders {
  Search search;
  unsigned depth = 0;
  // How many threads the model's threads may start.
  unsigned can_start = 0;
  // Where to begin: Relacy's own state; empty for the beginning.
  std::string initial_state;
  bool one_execution_with_history = false;
};

struct RelacyResult {
  enum class End { finished, stopped, violated };
  End end = End::finished;
  std::uint64_t executions = 0;
  Violation violation = Violation::requirement;
  std::string what;
  std::string final_state;  // of the violating execution
  std::string history;      // as printed
};

inline constexpr unsigned kMostThreads = kMostRelacyThreads;

// Ends the execution with a violation that Relacy does not know.
[[noreturn]] void end_execution(Violation violation, const char* what);

// Relacy on `code`. Not reentrant.
[[nodiscard]] RelacyResult run_relacy(const ModelCode& code, const RelacyOrders& orders, const Deadline& deadline,
                                      Progress& progress);

}  // namespace vigil::models::detail
