#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace vigil::checker {

/// What can go wrong in an execution.
enum class Violation {
  requirement,         ///< `Layer::require` or an invariant does not hold.
  missed_wake,         ///< A thread waits forever on a condition variable or an atomic.
  deadlock,            ///< A thread waits forever for a mutex, or for a thread that does.
  livelock,            ///< A thread waits forever in a loop.
  data_race,           ///< Two unordered accesses to a `var`, at least one of them a write.
  use_after_free,      ///< Access to an object that was destroyed or whose memory was freed.
  double_free,         ///< Memory freed twice, or never allocated.
  leak,                ///< Memory or an object that outlives the execution.
  uninitialised_read,  ///< A read of a value that no thread wrote.
  undefined_order,     ///< A memory order that is undefined for the operation: a store that acquires, for example.
  mutex_misuse,        ///< A mutex unlocked by another thread, locked twice, destroyed while held or waited for.
  exception,           ///< An exception left a thread of the model.
  crash,               ///< A signal: null dereference, abort, failed assertion.
};

/// All of them.
inline constexpr std::array kViolations{
    Violation::requirement,     Violation::missed_wake,  Violation::deadlock,
    Violation::livelock,        Violation::data_race,    Violation::use_after_free,
    Violation::double_free,     Violation::leak,         Violation::uninitialised_read,
    Violation::undefined_order, Violation::mutex_misuse, Violation::exception,
    Violation::crash,
};

/// The name of a violation as it is written in tables, JSON and tokens: "missed-wake".
///
/// \snippet checker/violation.cpp example
[[nodiscard]] std::string_view name_of(Violation violation);
/// The violation that has this name; nothing if none has.
[[nodiscard]] std::optional<Violation> violation_named(std::string_view name);

/// What a check says of a model: it holds, or the kind of violation that was found.
struct Outcome {
  /// The model holds.
  constexpr Outcome() = default;
  /// The model fails with this violation.
  // NOLINTNEXTLINE(google-explicit-constructor): a violation is an outcome.
  constexpr Outcome(Violation found) : violation(found) {}
  /// Whether there is no violation.
  [[nodiscard]] constexpr bool holds() const { return !violation.has_value(); }
  /// Compares the values.
  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;

  /// Nothing if the model holds.
  std::optional<Violation> violation;
};
/// The outcome of a model that holds.
inline constexpr Outcome kHolds{};

/// "holds", or the name of the violation.
[[nodiscard]] std::string_view name_of(Outcome outcome);

}  // namespace vigil::checker
