#pragma once

// Each OS thread has its own running check. Under `Vigil::unmodified` a program has one check, and each of its threads
// has a thread pointer of its own (VIGIL_ONE_CHECK): there the same variables are the program's.
#if defined(VIGIL_ONE_CHECK)
#define VIGIL_PER_THREAD
#else
#define VIGIL_PER_THREAD thread_local
#endif

namespace vigil::checker::detail {

#if defined(VIGIL_ONE_CHECK)
inline constexpr bool kOneCheck = true;
#else
inline constexpr bool kOneCheck = false;
#endif

}  // namespace vigil::checker::detail
