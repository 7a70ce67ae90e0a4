#pragma once

/** What a program may say to Vigil::unmodified, in C and in C++. Nothing of it is needed, and a program that says it
   runs without Vigil too: then the functions do nothing.

    \snippet unmodified.cpp example
*/

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** \cond the runtime's own */
__attribute__((weak)) void vigil_unmodified_assume(int condition);
__attribute__((weak)) unsigned vigil_unmodified_choose(unsigned possibilities);
__attribute__((weak)) void vigil_unmodified_race_intended(const volatile void* address, size_t bytes);
/** \endcond */

/** Whether the program is explored now. */
static inline int vigil_explores(void) { return vigil_unmodified_assume != NULL; }

/** An execution in which the condition is false is none: the thread ends there, and the execution counts as blocked. */
static inline void vigil_assume(int condition) {
  if (vigil_unmodified_assume != NULL) vigil_unmodified_assume(condition);
}

/** One of the numbers below `possibilities`. Every one of them is explored, each in executions of its own. Without
   Vigil it is 0. */
static inline unsigned vigil_choose(unsigned possibilities) {
  return vigil_unmodified_choose != NULL ? vigil_unmodified_choose(possibilities) : 0;
}

/** Plain accesses to this memory may race, as those of a sequence lock: until the execution ends they are explored as
    relaxed atomic ones, each of at most 8 bytes. The verdict says so. */
static inline void vigil_race_intended(const volatile void* address, size_t bytes) {
  if (vigil_unmodified_race_intended != NULL) vigil_unmodified_race_intended(address, bytes);
}

#ifdef __cplusplus
}
#endif
