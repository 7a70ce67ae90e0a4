// Files may be read while the program is explored, and not written: each execution would find what another one left.

#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "next.hpp"
#include "program.hpp"

#include <fcntl.h>
#include <sys/types.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace vigil::unmodified {
namespace {

void refuse_to_write(const char* call, const void* caller) {
  if (!explores() || is_own(caller)) return;
  const Hook hook;
  refuse(std::string("calls ") + call + " to write a file", caller);
}

bool writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0; }
bool writes(const char* mode) { return std::string_view(mode).find_first_of("wa+") != std::string_view::npos; }

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the C library.

// A variable argument comes in the register of a fixed one.
#define VIGIL_OPEN(name)                                                              \
  extern "C" VIGIL_HIDDEN int hook_##name(const char* path, int flags, mode_t mode) { \
    if (writes(flags)) refuse_to_write("open()", __builtin_return_address(0));        \
    static auto* const next = next_of<int(const char*, int, ...)>(#name);             \
    return next(path, flags, mode);                                                   \
  }                                                                                   \
  VIGIL_ENTRY(name)

#define VIGIL_OPENAT(name)                                                                           \
  extern "C" VIGIL_HIDDEN int hook_##name(int directory, const char* path, int flags, mode_t mode) { \
    if (writes(flags)) refuse_to_write("openat()", __builtin_return_address(0));                     \
    static auto* const next = next_of<int(int, const char*, int, ...)>(#name);                       \
    return next(directory, path, flags, mode);                                                       \
  }                                                                                                  \
  VIGIL_ENTRY(name)

#define VIGIL_FOPEN(name)                                                              \
  extern "C" VIGIL_HIDDEN std::FILE* hook_##name(const char* path, const char* mode) { \
    if (writes(mode)) refuse_to_write("fopen()", __builtin_return_address(0));         \
    static auto* const next = next_of<std::FILE*(const char*, const char*)>(#name);    \
    return next(path, mode);                                                           \
  }                                                                                    \
  VIGIL_ENTRY(name)

#define VIGIL_FREOPEN(name)                                                                               \
  extern "C" VIGIL_HIDDEN std::FILE* hook_##name(const char* path, const char* mode, std::FILE* stream) { \
    if (writes(mode)) refuse_to_write("freopen()", __builtin_return_address(0));                          \
    static auto* const next = next_of<std::FILE*(const char*, const char*, std::FILE*)>(#name);           \
    return next(path, mode, stream);                                                                      \
  }                                                                                                       \
  VIGIL_ENTRY(name)

VIGIL_OPEN(open)
VIGIL_OPEN(open64)
VIGIL_OPENAT(openat)
VIGIL_OPENAT(openat64)
VIGIL_FOPEN(fopen)
VIGIL_FOPEN(fopen64)
VIGIL_FREOPEN(freopen)
VIGIL_FREOPEN(freopen64)

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
