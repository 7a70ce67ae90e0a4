#pragma once

// Whether the checker defines functions of libc: malloc and related functions, and the calls that leave a program. They
// check whether model code runs. They need glibc, which also has its functions under other names, and no sanitizer that
// defines the same functions. They are weak: a program that has its own, or that is linked statically, keeps those, and
// its models are not watched.
//
// `Vigil::unmodified` (VIGIL_ONE_CHECK) has definitions of its own.
#if defined(VIGIL_ONE_CHECK)
#define VIGIL_CHECKER_INTERPOSES 0
#elif defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
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
