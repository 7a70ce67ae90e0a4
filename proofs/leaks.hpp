#pragma once

#include <cstddef>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <malloc.h>
#if __GLIBC_PREREQ(2, 33)
#define VIGIL_PROOFS_KNOW_LEAKS
#endif
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef VIGIL_PROOFS_KNOW_LEAKS
#endif
#endif

namespace vigil::proofs {

// Whether each call of `action` leaves a block of memory allocated. False where the C library does not say how much is
// in use, and where a sanitizer allocates in its place.
template <class Action>
[[nodiscard]] bool leaks(Action action) {
#if defined(VIGIL_PROOFS_KNOW_LEAKS)
  constexpr int kCalls = 1'000;
  constexpr std::size_t kLeast = 16;  // bytes of a block
  const auto in_use = [] {
    const auto all = mallinfo2();
    return all.uordblks + all.hblkhd;
  };
  // The library keeps some blocks for the next call.
  for (int i = 0; i != kCalls; ++i) action();
  const auto before = in_use();
  for (int i = 0; i != kCalls; ++i) action();
  return in_use() >= before + kCalls * kLeast;
#else
  action();
  return false;
#endif
}

}  // namespace vigil::proofs
