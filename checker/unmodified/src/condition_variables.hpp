#pragma once

#include <pthread.h>

#include <ctime>

namespace vigil::unmodified {

// What pthread_cond_wait and its like do with a condition variable of the program, and return.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex);
int wait_until(pthread_cond_t* condition, pthread_mutex_t* mutex, const std::timespec& end);
void notify(const pthread_cond_t* condition, bool all);
void begin_or_end(const pthread_cond_t* condition);

}  // namespace vigil::unmodified
