// What programs tell ThreadSanitizer about code that it does not understand. It is understood here: hidden accesses are
// checked as all others, and what is said to be ordered has to be so by the program's own operations. A race that is
// called benign is explored: see intended_races.hpp.

#include "entry.hpp"
#include "hook.hpp"
#include "intended_races.hpp"
#include "program.hpp"

#include <cstddef>
#include <cstdint>

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of ThreadSanitizer.
extern "C" {

VIGIL_EXPORTED void AnnotateIgnoreReadsBegin(const char* /*file*/, int /*line*/) {}
VIGIL_EXPORTED void AnnotateIgnoreReadsEnd(const char* /*file*/, int /*line*/) {}
VIGIL_EXPORTED void AnnotateIgnoreWritesBegin(const char* /*file*/, int /*line*/) {}
VIGIL_EXPORTED void AnnotateIgnoreWritesEnd(const char* /*file*/, int /*line*/) {}
VIGIL_EXPORTED void AnnotateIgnoreSyncBegin(const char* /*file*/, int /*line*/) {}
VIGIL_EXPORTED void AnnotateIgnoreSyncEnd(const char* /*file*/, int /*line*/) {}
VIGIL_EXPORTED void AnnotateHappensBefore(const char* /*file*/, int /*line*/, const volatile void* /*address*/) {}
VIGIL_EXPORTED void AnnotateHappensAfter(const char* /*file*/, int /*line*/, const volatile void* /*address*/) {}
VIGIL_EXPORTED void AnnotateNewMemory(const char* /*file*/, int /*line*/, const volatile void* /*address*/,
                                      std::size_t /*bytes*/) {}
VIGIL_EXPORTED void AnnotateThreadName(const char* /*file*/, int /*line*/, const char* /*name*/) {}
VIGIL_EXPORTED void AnnotateRWLockCreate(const char* /*file*/, int /*line*/, const volatile void* /*lock*/) {}
VIGIL_EXPORTED void AnnotateRWLockCreateStatic(const char* /*file*/, int /*line*/, const volatile void* /*lock*/) {}
VIGIL_EXPORTED void AnnotateRWLockDestroy(const char* /*file*/, int /*line*/, const volatile void* /*lock*/) {}
VIGIL_EXPORTED void AnnotateRWLockAcquired(const char* /*file*/, int /*line*/, const volatile void* /*lock*/,
                                           long /*is_write*/) {}
VIGIL_EXPORTED void AnnotateRWLockReleased(const char* /*file*/, int /*line*/, const volatile void* /*lock*/,
                                           long /*is_write*/) {}
VIGIL_EXPORTED void __tsan_acquire(void* /*address*/) {}
VIGIL_EXPORTED void __tsan_release(void* /*address*/) {}

VIGIL_EXPORTED void AnnotateBenignRaceSized(const char* /*file*/, int /*line*/, const volatile void* address,
                                            std::size_t bytes, const char* /*why*/) {
  if (!vigil::unmodified::explores()) return;
  const vigil::unmodified::Hook hook;
  vigil::unmodified::intended_races().add(reinterpret_cast<std::uintptr_t>(address), bytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
