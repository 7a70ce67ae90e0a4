#pragma once

#include <pthread.h>

namespace vigil::unmodified {

// Values of the program's own thread-specific keys: as they were when main began.
void begin_specifics();
// Of the current thread: they are destroyed, as at the end of a thread.
void destroy_specifics();

// A key of the program; the error, or 0.
int create_key(pthread_key_t* key, void (*destroy)(void*));

}  // namespace vigil::unmodified
