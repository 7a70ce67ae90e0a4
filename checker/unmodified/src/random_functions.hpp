#pragma once

namespace vigil::unmodified {

// Of all threads, as if no seed had been set.
void begin_random_numbers();
// Of a thread that the current one starts: other numbers, which depend on the current thread's.
void begin_random_numbers_of(unsigned thread);

}  // namespace vigil::unmodified
