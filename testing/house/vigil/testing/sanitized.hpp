#pragma once

// VIGIL_SANITIZED is defined in a build with a sanitizer that replaces malloc. Such a program ends where others throw
// std::bad_alloc, handles the signals of a crash, and locks its own mutexes around fork.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VIGIL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define VIGIL_SANITIZED 1
#endif
#endif
