// The plain reads and writes that the compiler reports from code compiled with -fsanitize=thread, before each.

#include "entry.hpp"
#include "hook.hpp"
#include "objects.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vigil::unmodified {
namespace {

void access(const volatile void* address, std::size_t bytes, bool writes) {
  if (!explores()) return;
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(address), bytes, writes});
}

}  // namespace
}  // namespace vigil::unmodified

using vigil::unmodified::access;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the compiler's names.
#define VIGIL_PLAIN(bytes)                                                                                    \
  VIGIL_EXPORTED void __tsan_read##bytes(void* address) { access(address, bytes, false); }                    \
  VIGIL_EXPORTED void __tsan_write##bytes(void* address) { access(address, bytes, true); }                    \
  VIGIL_EXPORTED void __tsan_unaligned_read##bytes(void* address) { access(address, bytes, false); }          \
  VIGIL_EXPORTED void __tsan_unaligned_write##bytes(void* address) { access(address, bytes, true); }          \
  VIGIL_EXPORTED void __tsan_volatile_read##bytes(void* address) { access(address, bytes, false); }           \
  VIGIL_EXPORTED void __tsan_volatile_write##bytes(void* address) { access(address, bytes, true); }           \
  VIGIL_EXPORTED void __tsan_unaligned_volatile_read##bytes(void* address) { access(address, bytes, false); } \
  VIGIL_EXPORTED void __tsan_unaligned_volatile_write##bytes(void* address) { access(address, bytes, true); } \
  VIGIL_EXPORTED void __tsan_read_write##bytes(void* address) {                                               \
    access(address, bytes, false);                                                                            \
    access(address, bytes, true);                                                                             \
  }                                                                                                           \
  VIGIL_EXPORTED void __tsan_unaligned_read_write##bytes(void* address) { __tsan_read_write##bytes(address); }

extern "C" {

VIGIL_PLAIN(1)
VIGIL_PLAIN(2)
VIGIL_PLAIN(4)
VIGIL_PLAIN(8)
VIGIL_PLAIN(16)

VIGIL_EXPORTED void __tsan_read_range(void* address, std::size_t bytes) { access(address, bytes, false); }
VIGIL_EXPORTED void __tsan_write_range(void* address, std::size_t bytes) { access(address, bytes, true); }
VIGIL_EXPORTED void __tsan_vptr_read(void** address) { access(address, sizeof *address, false); }
// A destructor writes what is there already.
VIGIL_EXPORTED void __tsan_vptr_update(void** address, void* value) {
  if (*address != value) access(address, sizeof *address, true);
}

VIGIL_EXPORTED void __tsan_init() {}
VIGIL_EXPORTED void __tsan_func_entry(void* /*caller*/) {}
VIGIL_EXPORTED void __tsan_func_exit() {}
VIGIL_EXPORTED void __tsan_ignore_thread_begin() {}
VIGIL_EXPORTED void __tsan_ignore_thread_end() {}

// clang calls these, g++ those of the C library: see the launcher's --wrap.
VIGIL_EXPORTED void* __tsan_memset(void* to, int value, std::size_t bytes) {
  access(to, bytes, true);
  return std::memset(to, value, bytes);
}
VIGIL_EXPORTED void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  access(from, bytes, false);
  access(to, bytes, true);
  return std::memcpy(to, from, bytes);
}
VIGIL_EXPORTED void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  access(from, bytes, false);
  access(to, bytes, true);
  return std::memmove(to, from, bytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
