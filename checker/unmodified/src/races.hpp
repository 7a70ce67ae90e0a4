#pragma once

#include "shadow.hpp"

namespace vigil::unmodified {

// The run ends with a data race between an access of the current thread and an earlier one.
[[noreturn]] void report_race(const Access& access, const Earlier& earlier, bool is_atomic = false);
// A plain access is a step of a trace if a race was found there before.
void show_access(const Access& access);

}  // namespace vigil::unmodified
