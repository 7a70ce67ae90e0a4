#pragma once

#include <exception>

namespace vigil::testing {

// Calls both, also if the first throws. If both throw, what the first threw arrives, as from a join.
template <class First, class Second>
void one_after_the_other(First first, Second second) {
  std::exception_ptr failure;
  try {
    first();
  } catch (...) {
    failure = std::current_exception();
  }
  try {
    second();
  } catch (...) {
    if (!failure) throw;
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace vigil::testing
