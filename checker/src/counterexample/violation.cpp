#include <vigil/checker/violation.hpp>

namespace vigil::checker {

std::string_view name_of(Violation violation) {
  switch (violation) {
    case Violation::requirement:
      return "requirement";
    case Violation::missed_wake:
      return "missed-wake";
    case Violation::deadlock:
      return "deadlock";
    case Violation::livelock:
      return "livelock";
    case Violation::data_race:
      return "data-race";
    case Violation::use_after_free:
      return "use-after-free";
    case Violation::double_free:
      return "double-free";
    case Violation::leak:
      return "leak";
    case Violation::uninitialised_read:
      return "uninitialised-read";
    case Violation::undefined_order:
      return "undefined-order";
    case Violation::mutex_misuse:
      return "mutex-misuse";
    case Violation::exception:
      return "exception";
    case Violation::crash:
      return "crash";
  }
  return "unknown";
}

std::optional<Violation> violation_named(std::string_view name) {
  for (const Violation violation : kViolations)
    if (name_of(violation) == name) return violation;
  return std::nullopt;
}

std::string_view name_of(Outcome outcome) { return outcome.holds() ? "holds" : name_of(*outcome.violation); }

}  // namespace vigil::checker
