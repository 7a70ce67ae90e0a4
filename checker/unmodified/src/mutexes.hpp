#pragma once

#include "loaded_objects.hpp"
#include "objects.hpp"

#include <pthread.h>

#include <ctime>

namespace vigil::unmodified {

// Whether an object belongs to the program that is explored, and not to a library of the system, whose own locks no
// thread ever waits for.
[[nodiscard]] inline bool is_programs(const volatile void* object) { return explores() && !is_of_system(object); }

// The mutex of the program at this address.
[[nodiscard]] Found& mutex_at(const pthread_mutex_t* mutex);
[[nodiscard]] bool is_held_by_caller(const Found& mutex);

// What pthread_mutex_lock and its like do with a mutex of the program, and return.
int lock(pthread_mutex_t* mutex);
int try_lock(pthread_mutex_t* mutex);
int lock_until(pthread_mutex_t* mutex, const std::timespec& end);
int unlock(pthread_mutex_t* mutex);
void begin(const pthread_mutex_t* mutex);
void end(const pthread_mutex_t* mutex);

}  // namespace vigil::unmodified
