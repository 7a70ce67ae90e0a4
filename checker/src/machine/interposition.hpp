#pragma once

// Whether the checker defines functions of libc, which ask whose turn it is: malloc and its like, and the calls that
// leave a program. With glibc, which has other names for what they do elsewhere; not under the sanitizers that define
// the same functions for themselves. They are weak: a program that has its own, or that is linked statically, keeps
// those, and its models are not watched.
#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#define VIGIL_CHECKER_INTERPOSES 1
#else
#define VIGIL_CHECKER_INTERPOSES 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef VIGIL_CHECKER_INTERPOSES
#define VIGIL_CHECKER_INTERPOSES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef VIGIL_CHECKER_INTERPOSES
#define VIGIL_CHECKER_INTERPOSES 0
#endif
#endif
