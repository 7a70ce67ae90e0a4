#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace vigil::checker {

// What can go wrong in an execution.
enum class Violation {
  requirement,         // `Layer::require` or an invariant does not hold
  missed_wake,         // a thread waits forever on a condition variable or an atomic
  deadlock,            // a thread waits forever for a mutex, or for a thread that does
  livelock,            // a thread waits forever in a loop
  data_race,           // two unordered accesses to a `var`, at least one of them a write
  use_after_free,      // access to an object that was destroyed or whose memory was freed
  double_free,         // memory freed twice, or never allocated
  leak,                // memory or an object that outlives the execution
  uninitialised_read,  // a value that nobody wrote
  mutex_misuse,        // unlocked by another thread, locked twice, destroyed while held or waited for
  exception,           // an exception left a thread of the model
  crash,               // a signal: null dereference, abort, failed assertion
};

inline constexpr std::array kViolations{
    Violation::requirement,        Violation::missed_wake,    Violation::deadlock,    Violation::livelock,
    Violation::data_race,          Violation::use_after_free, Violation::double_free, Violation::leak,
    Violation::uninitialised_read, Violation::mutex_misuse,   Violation::exception,   Violation::crash,
};

// The name as it is written in tables, JSON and tokens: "missed-wake".
[[nodiscard]] std::string_view name_of(Violation violation);
[[nodiscard]] std::optional<Violation> violation_named(std::string_view name);

// What a check says of a model: it holds, or the kind of violation that was found.
struct Outcome {
  constexpr Outcome() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a violation is an outcome.
  constexpr Outcome(Violation found) : violation(found) {}
  [[nodiscard]] constexpr bool holds() const { return !violation.has_value(); }
  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;

  std::optional<Violation> violation;
};
inline constexpr Outcome kHolds{};

[[nodiscard]] std::string_view name_of(Outcome outcome);

}  // namespace vigil::checker
