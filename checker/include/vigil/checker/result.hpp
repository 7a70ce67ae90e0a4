#pragma once

#include <vigil/checker/options.hpp>
#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vigil::checker {

/// A violation, and the choices that lead to it.
struct Finding {
  /// Its kind.
  Violation violation = Violation::requirement;
  /// What was violated, in words: the text of a requirement, for example.
  std::string what;
  /// A schedule and what was chosen along it, in [0-9a-z], for replay(). It needs no table and no file, only the model
  /// and the same options.
  std::string choices;
};

/// Why a search that is not complete ended.
enum class Stop {
  none,         ///< It is complete.
  violation,    ///< It found a violation.
  executions,   ///< It reached Options::most_executions.
  deadline,     ///< It reached Options::deadline.
  interrupted,  ///< Options::on_progress returned false.
  broken,       ///< It broke down: a process of it was killed, or memory was exhausted. check() throws instead.
  limit,        ///< A limit of the checker or of an option, which says nothing of the model. Result::limit names it.
  preemptions,  ///< It explored all with at most Options::most_preemptions, and left out others.
};

/// The name of a reason to stop: "none", "violation" and so on.
[[nodiscard]] std::string_view name_of(Stop stop);
/// The reason to stop that has this name; nothing if none has.
[[nodiscard]] std::optional<Stop> stop_named(std::string_view name);

/// What a search or a sample has found, and how many executions it explored.
///
/// \snippet checker/result.cpp example
struct Result {
  std::uint64_t executions = 0;  ///< Complete executions: every thread ended.
  /// Complete executions, with those that Options::symmetry leaves out.
  std::uint64_t executions_in_all = 0;
  std::uint64_t blocked = 0;    ///< Executions in which a thread waits for a value that this execution denies it.
  std::uint64_t violating = 0;  ///< Executions with a violation; more than one only with `count_violations`.
  /// Of those, the ones that are not among `executions`: the violation ended them before every thread had ended, or
  /// they have more preemptions than Options::most_preemptions.
  std::uint64_t cut_short = 0;
  std::uint64_t bounded = 0;  ///< Executions in which a thread was stopped at the bound on operations.
  /// With Options::most_preemptions: executions that the search met although they have more, and graphs below which it
  /// did not look because all have more. 0: no execution has more.
  std::uint64_t beyond_preemptions = 0;
  std::uint64_t most_events = 0;  ///< The most operations in one execution, of all threads together.
  /// Whether a loop that nothing declares was taken for a wait. When it is taken for one depends on what the compiler
  /// keeps in registers and on the stack, and so do the counts above.
  bool undeclared_waits = false;
  /// Why the search ended.
  Stop stop = Stop::none;
  /// Of Stop::limit: which limit, and the option that raises it. Of Stop::broken: what happened. Of Stop::preemptions:
  /// what was left out.
  std::string limit{};
  /// The first violation.
  std::optional<Finding> finding{};

  /// How many executions have a known outcome: complete ones, and those that a violation ended.
  [[nodiscard]] std::uint64_t seen() const { return executions + cut_short; }
  /// Whether every execution within the bounds was explored.
  [[nodiscard]] bool complete() const { return stop == Stop::none; }
  /// Whether the search ended by itself: every execution within the bounds was explored, or every one that
  /// Options::most_preemptions allows.
  [[nodiscard]] bool ended_by_itself() const { return complete() || stop == Stop::preemptions; }
  /// Whether every execution within the bounds was explored, none has a violation, and no thread came to the bound on
  /// operations.
  [[nodiscard]] bool holds() const { return complete() && bounded == 0 && !finding; }
};

}  // namespace vigil::checker
