#pragma once

#include <vigil/checker/violation.hpp>
#include <vigil/model/relacy_atomics.hpp>

namespace vigil::models::detail {

using checker::Violation;

// Relacy's results in the terms of violation.hpp.
inline Violation violation_of(rl::test_result_e result) {
  switch (result) {
    case rl::test_result_user_assert_failed:
    case rl::test_result_user_invariant_failed:
      return Violation::requirement;
    case rl::test_result_data_race:
      return Violation::data_race;
    case rl::test_result_access_to_freed_memory:
      return Violation::use_after_free;
    case rl::test_result_double_free:
      return Violation::double_free;
    case rl::test_result_memory_leak:
    case rl::test_result_resource_leak:
      return Violation::leak;
    case rl::test_result_unitialized_access:
      return Violation::uninitialised_read;
    case rl::test_result_deadlock:
      return Violation::missed_wake;
    case rl::test_result_livelock:
      return Violation::livelock;
    case kUndefinedOrder:
      return Violation::undefined_order;
    default:
      return Violation::mutex_misuse;
  }
}

// In the words of violation.hpp, where nobody said more.
inline const char* words_for(Violation violation) {
  switch (violation) {
    case Violation::missed_wake:
      return "every thread that has not ended is blocked";
    case Violation::livelock:
      return "no end within the depth limit";
    case Violation::data_race:
      return "two unordered accesses to a var, one of them a write";
    case Violation::use_after_free:
      return "access to an object that is gone";
    case Violation::leak:
      return "memory or an object outlives the execution";
    case Violation::uninitialised_read:
      return "a value that nobody wrote, or whose writing the reader need not see";
    case Violation::mutex_misuse:
      return "a mutex locked twice, unlocked by another thread or destroyed while held";
    case Violation::undefined_order:
    case Violation::deadlock:
    case Violation::double_free:
    case Violation::requirement:
    case Violation::exception:
    case Violation::crash:
      break;
  }
  return "";
}

}  // namespace vigil::models::detail
