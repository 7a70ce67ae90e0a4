#pragma once

#include <ctime>

namespace vigil::unmodified {

// Time of the program stands still, but for its waits: a wait that ends by its time limit, and a sleep, bring the clock
// of the thread to that moment.
void begin_time();
// The current thread's time limit has passed, whatever it was.
void pass_time_limit();
// What the clock of the current thread shows.
[[nodiscard]] std::timespec current_time();

}  // namespace vigil::unmodified
