#pragma once

#include <dlfcn.h>

namespace vigil::unmodified {

// The function that ours stands in front of.
template <class Function>
[[nodiscard]] Function* next_of(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace vigil::unmodified

// What the program would call without us.
#define VIGIL_NEXT(name)                                                                   \
  ([]() noexcept {                                                                         \
    static const auto next = reinterpret_cast<decltype(&(name))>(dlsym(RTLD_NEXT, #name)); \
    return next;                                                                           \
  }())
