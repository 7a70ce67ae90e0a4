// The plain reads and writes that the compiler reports from code compiled with -fsanitize=thread, before each.

#include "entry.hpp"
#include "plain_access.hpp"

#include <cstddef>

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

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
