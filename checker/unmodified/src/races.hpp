#pragma once

#include "shadow.hpp"

namespace vigil::unmodified {

// The run ends with a data race between an access of the current thread and an earlier one.
[[noreturn]] void report_race(const Access& access, const Earlier& earlier, bool is_atomic = false);
// A plain access is a step of a trace if a race was found there before.
void show_if_racing(const Access& access);
inline void show_access(const Access& access) {
  if (checker::Runtime::current().replay().recording().is_on()) [[unlikely]]
    show_if_racing(access);
}

}  // namespace vigil::unmodified
