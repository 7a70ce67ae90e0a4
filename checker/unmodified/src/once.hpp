#pragma once

#include <pthread.h>

namespace vigil::unmodified {

// What pthread_once does with a flag of the program.
void once(const pthread_once_t* flag, void (*function)());

}  // namespace vigil::unmodified
