#pragma once

#include <vigil/checker/options.hpp>
#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vigil::checker {

// A violation, and the choices that lead to it, which `replay` takes.
struct Finding {
  Violation violation = Violation::requirement;
  std::string what;
  // A schedule and what was chosen along it, in [0-9a-z]. Stands for itself: no table, no file.
  std::string choices;
};

// Why a search that is not complete ended.
enum class Stop {
  none,
  violation,
  executions,
  deadline,
  interrupted,
  limit,  // of the checker or of an option, which says nothing of the model: `Result::limit` names it
};

// "none", "violation" and so on.
[[nodiscard]] std::string_view name_of(Stop stop);
[[nodiscard]] std::optional<Stop> stop_named(std::string_view name);

struct Result {
  std::uint64_t executions = 0;   // complete ones: every thread ended
  std::uint64_t blocked = 0;      // those in which some thread waits for a value that this execution denies it
  std::uint64_t violating = 0;    // with a violation; more than one only with `count_violations`
  std::uint64_t cut_short = 0;    // of those, the ones that the violation ended before every thread had
  std::uint64_t bounded = 0;      // those in which a thread reached the bound on operations and was stopped there
  std::uint64_t most_events = 0;  // of all threads together, in one execution
  // A loop that nothing declares was taken for a wait. When it is depends on what the compiler keeps in registers and
  // on the stack, and so do the counts above.
  bool undeclared_waits = false;
  Stop stop = Stop::none;
  std::string limit{};               // of Stop::limit: which one, and the option that raises it
  std::optional<Finding> finding{};  // the first one

  // Those of which the outcome was seen: complete ones, and those that a violation ended.
  [[nodiscard]] std::uint64_t seen() const { return executions + cut_short; }
  // Every execution within the bounds was seen.
  [[nodiscard]] bool complete() const { return stop == Stop::none; }
  // None of them is a violation, and no thread came to the bound on operations.
  [[nodiscard]] bool holds() const { return complete() && bounded == 0 && !finding; }
};

}  // namespace vigil::checker
