#pragma once

#include <exception>

namespace vigil::testing {

// Calls both, also if the first throws, and throws what the first of them threw.
template <class First, class Second>
void one_after_the_other(First first, Second second) {
  std::exception_ptr failure;
  try {
    first();
  } catch (...) {
    failure = std::current_exception();
  }
  second();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace vigil::testing
