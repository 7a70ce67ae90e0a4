#pragma once

// With `-fno-exceptions` there is no exception to throw or to catch. This header is the only one that knows: the rest
// of core calls `detail::fail` where it would throw, and writes the three macros where it would catch. With exceptions
// they are what they stand for, and the compiled code is the same.
//
// `defined(_CPPUNWIND)` is what MSVC has in place of `__cpp_exceptions`.

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)

#define VIGIL_TRY try
#define VIGIL_CATCH_ALL catch (...)
#define VIGIL_RETHROW throw

namespace vigil::detail {

// Throws `Error(what...)`. `function` is the one of core that cannot return the error, by its name in the docs.
template <class Error, class... What>
[[noreturn]] inline void fail(const char* /*function*/, What... what) {
  throw Error(what...);
}

}  // namespace vigil::detail

#else

#include <cstdio>
#include <cstdlib>

// The block after VIGIL_TRY is the program, and the one after VIGIL_CATCH_ALL is compiled and never run.
#define VIGIL_TRY if constexpr (true)
#define VIGIL_CATCH_ALL else
#define VIGIL_RETHROW static_cast<void>(0)

namespace vigil::detail {

// Says what would have been thrown, and by which function, and ends the program.
template <class Error, class... What>
[[noreturn]] inline void fail(const char* function, What... what) {
  const Error error(what...);
  std::fprintf(stderr, "vigil: %s: %s cannot return this error, and exceptions are off\n", error.what(), function);
  std::abort();
}

}  // namespace vigil::detail

#endif
