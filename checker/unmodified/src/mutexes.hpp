#pragma once

#include "loaded_objects.hpp"
#include "objects.hpp"

#include <pthread.h>

namespace vigil::unmodified {

// Whether an object belongs to the program that is explored, and not to a library of the system, whose own locks no
// thread ever waits for.
[[nodiscard]] inline bool is_programs(const volatile void* object) { return explores() && !is_of_system(object); }

// The mutex of the program at this address.
[[nodiscard]] Found& mutex_at(const pthread_mutex_t* mutex);

}  // namespace vigil::unmodified
