#pragma once

namespace vigil::unmodified {

// Of all threads, as if no seed had been set. Each has numbers of its own.
void begin_random_numbers();

}  // namespace vigil::unmodified
