#pragma once

namespace vigil::unmodified {

// Values of the program's own thread-specific keys: as they were when main began.
void begin_specifics();
// Of the current thread: they are destroyed, as at the end of a thread.
void destroy_specifics();

}  // namespace vigil::unmodified
