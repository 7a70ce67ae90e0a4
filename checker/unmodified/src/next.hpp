#pragma once

#include <dlfcn.h>

namespace vigil::unmodified {

// The function that ours stands in front of.
template <class Function>
[[nodiscard]] Function* next_of(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace vigil::unmodified

// Inside of a function of the same name: what the program would call without us.
#define VIGIL_NEXT(name)                                                                           \
  ([]() noexcept {                                                                                 \
    static const auto next = ::vigil::unmodified::next_of<std::remove_reference_t<decltype(name)>>(#name); \
    return next;                                                                                   \
  }())
