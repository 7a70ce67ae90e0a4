// malloc, new and related functions. While the program is explored, its memory comes from the execution, which finds
// leaks and misuse. Memory that the constructors of its global objects take is restored for each execution.
//
// The own memory of the C and C++ libraries is theirs: the caller decides, by the return address.

#include "allocation.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "objects.hpp"
#include "places.hpp"
#include "startup.hpp"
#include "system_code.hpp"

#include <vigil/checker/hooks.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): glibc's own names.
extern "C" {
void* __libc_malloc(std::size_t bytes) noexcept;
void* __libc_calloc(std::size_t count, std::size_t bytes) noexcept;
void* __libc_realloc(void* memory, std::size_t bytes) noexcept;
void* __libc_memalign(std::size_t alignment, std::size_t bytes) noexcept;
void __libc_free(void* memory) noexcept;
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace vigil::unmodified {
namespace {

constexpr std::size_t kUsual = alignof(std::max_align_t);

// Memory that was taken before main: one after the other, the size before each.
class EarlyMemory {
 public:
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
    if (begin_ == nullptr) {
      void* const memory =
          mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) return nullptr;
      begin_ = next_ = static_cast<std::byte*>(memory);
    }
    const auto at = reinterpret_cast<std::uintptr_t>(next_) + sizeof(std::size_t);
    const std::uintptr_t aligned = (at + alignment - 1) & ~(alignment - 1);
    if (aligned + bytes > reinterpret_cast<std::uintptr_t>(begin_) + kMost) return nullptr;
    auto* const memory = reinterpret_cast<std::byte*>(aligned);
    std::memcpy(memory - sizeof bytes, &bytes, sizeof bytes);
    next_ = memory + bytes;
    return memory;
  }
  [[nodiscard]] bool contains(const void* memory) const noexcept {
    return begin_ != nullptr && memory >= begin_ && memory < begin_ + kMost;
  }
  [[nodiscard]] static std::size_t bytes_of(const void* memory) noexcept {
    std::size_t bytes = 0;
    std::memcpy(&bytes, static_cast<const std::byte*>(memory) - sizeof bytes, sizeof bytes);
    return bytes;
  }
  [[nodiscard]] WritableStretch used() const noexcept { return {begin_, static_cast<std::size_t>(next_ - begin_)}; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 30U;

  std::byte* begin_ = nullptr;
  std::byte* next_ = nullptr;
};
constinit EarlyMemory early;

enum class Whose { libraries, programs, thrown };

Whose whose(const void* caller) noexcept {
  if (is_own(caller)) return Whose::libraries;
  const bool is_systems = checker::is_system_code(caller);
  if (starts_up()) return is_systems ? Whose::libraries : Whose::programs;
  if (!explores()) return Whose::libraries;
  if (checker::is_throw(caller)) return Whose::thrown;
  return is_systems ? Whose::libraries : Whose::programs;
}

void* allocate_for_program(std::size_t bytes, std::size_t alignment) {
  if (starts_up()) {
    void* const memory = early.allocate(bytes, std::max(alignment, kUsual));
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  const Hook hook;
  void* const memory = detail::allocate(std::max<std::size_t>(bytes, 1), std::max(alignment, kUsual), {}, place());
  std::memset(memory, kUnwritten, bytes);
  objects().allocate(memory, bytes);
  return memory;
}

void* allocate_for_program_or_null(std::size_t bytes, std::size_t alignment) noexcept {
  try {
    return allocate_for_program(bytes, alignment);
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return nullptr;
  }
}

void* allocate(std::size_t bytes, std::size_t alignment, const void* caller) noexcept {
  switch (whose(caller)) {
    case Whose::libraries:
      break;
    case Whose::thrown:
      return detail::allocate_exception(bytes);
    case Whose::programs:
      return allocate_for_program_or_null(bytes, std::bit_ceil(alignment));
  }
  return alignment <= kUsual ? __libc_malloc(bytes) : __libc_memalign(alignment, bytes);
}

// An operator new, also if the C++ library calls it: it does so for the program.
void* allocate_new(std::size_t bytes, std::size_t alignment, const void* caller) {
  if ((explores() || starts_up()) && !is_own(caller)) return allocate_for_program(bytes, alignment);
  void* const memory = alignment <= kUsual ? __libc_malloc(bytes) : __libc_memalign(alignment, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate_new_or_null(std::size_t bytes, std::size_t alignment, const void* caller) noexcept {
  try {
    return allocate_new(bytes, alignment, caller);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void deallocate(void* memory) noexcept {
  if (memory == nullptr) return;
  const bool is_early = early.contains(memory);
  if (!is_early && !detail::owns(memory)) return __libc_free(memory);
  // What our own code frees belonged to an earlier execution.
  if (!explores()) return;
  const Hook hook;
  const std::size_t bytes = is_early ? EarlyMemory::bytes_of(memory) : detail::bytes_of(memory);
  if (bytes != 0) objects().free(memory, bytes);
  if (!is_early) detail::deallocate(memory, place());
}

std::size_t bytes_of(const void* memory) {
  return early.contains(memory) ? EarlyMemory::bytes_of(memory) : detail::bytes_of(memory);
}

void* reallocate(void* memory, std::size_t bytes, const void* caller) noexcept {
  if (memory == nullptr) return allocate(bytes, kUsual, caller);
  if (!early.contains(memory) && !detail::owns(memory)) return __libc_realloc(memory, bytes);
  if (bytes == 0) return deallocate(memory), nullptr;
  void* const moved = allocate(bytes, kUsual, caller);
  if (moved == nullptr) return nullptr;
  const std::size_t both = std::min(bytes_of(memory), bytes);
  if (explores()) {
    const Hook hook;
    objects().access({reinterpret_cast<std::uintptr_t>(memory), both, false});
    objects().access({reinterpret_cast<std::uintptr_t>(moved), both, true});
  }
  std::memcpy(moved, memory, both);
  deallocate(memory);
  return moved;
}

void* allocate_zeroed(std::size_t count, std::size_t bytes, const void* caller) noexcept {
  std::size_t all = 0;
  if (whose(caller) != Whose::programs || __builtin_mul_overflow(count, bytes, &all))
    return __libc_calloc(count, bytes);
  void* const memory = allocate(all, kUsual, caller);
  if (memory == nullptr) return nullptr;
  if (explores()) {
    const Hook hook;
    objects().access({reinterpret_cast<std::uintptr_t>(memory), all, true});
  }
  return std::memset(memory, 0, all);
}

}  // namespace

WritableStretch early_memory() { return early.used(); }

void* allocate_pages(std::size_t bytes, std::size_t alignment) noexcept {
  return allocate_for_program_or_null(bytes, alignment);
}
void free_pages(void* memory) noexcept { deallocate(memory); }
std::size_t bytes_allocated(const void* memory) {
  return early.contains(memory) || detail::owns(memory) ? bytes_of(memory) : 0;
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

#define VIGIL_CALLER __builtin_return_address(0)

extern "C" {

VIGIL_EXPORTED void* malloc(std::size_t bytes) noexcept { return allocate(bytes, kUsual, VIGIL_CALLER); }
VIGIL_EXPORTED void free(void* memory) noexcept { deallocate(memory); }
VIGIL_EXPORTED void* calloc(std::size_t count, std::size_t bytes) noexcept {
  return allocate_zeroed(count, bytes, VIGIL_CALLER);
}
VIGIL_EXPORTED void* realloc(void* memory, std::size_t bytes) noexcept {
  return reallocate(memory, bytes, VIGIL_CALLER);
}
VIGIL_EXPORTED void* reallocarray(void* memory, std::size_t count, std::size_t bytes) noexcept {
  std::size_t all = 0;
  if (!__builtin_mul_overflow(count, bytes, &all)) return reallocate(memory, all, VIGIL_CALLER);
  errno = ENOMEM;
  return nullptr;
}
VIGIL_EXPORTED void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment, VIGIL_CALLER);
}
VIGIL_EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  if (std::has_single_bit(alignment)) return allocate(bytes, alignment, VIGIL_CALLER);
  errno = EINVAL;
  return nullptr;
}
VIGIL_EXPORTED int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  const int before = errno;
  void* const allocated = allocate(bytes, alignment, VIGIL_CALLER);
  errno = before;
  if (allocated == nullptr) return ENOMEM;
  *memory = allocated;
  return 0;
}
VIGIL_EXPORTED std::size_t malloc_usable_size(void* memory) noexcept {
  if (early.contains(memory) || detail::owns(memory)) return bytes_of(memory);
  using Function = std::size_t(void*);
  static const auto next = reinterpret_cast<Function*>(vigil::checker::next_function("malloc_usable_size"));
  return next(memory);
}

}  // extern "C"

constexpr std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

VIGIL_EXPORTED void* operator new(std::size_t bytes) { return allocate_new(bytes, kUsual, VIGIL_CALLER); }
VIGIL_EXPORTED void* operator new[](std::size_t bytes) { return allocate_new(bytes, kUsual, VIGIL_CALLER); }
VIGIL_EXPORTED void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_new(bytes, number(alignment), VIGIL_CALLER);
}
VIGIL_EXPORTED void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_new(bytes, number(alignment), VIGIL_CALLER);
}
VIGIL_EXPORTED void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_new_or_null(bytes, kUsual, VIGIL_CALLER);
}
VIGIL_EXPORTED void* operator new[](std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_new_or_null(bytes, kUsual, VIGIL_CALLER);
}
VIGIL_EXPORTED void* operator new(std::size_t bytes, std::align_val_t alignment,
                                  const std::nothrow_t& /*tag*/) noexcept {
  return allocate_new_or_null(bytes, number(alignment), VIGIL_CALLER);
}
VIGIL_EXPORTED void* operator new[](std::size_t bytes, std::align_val_t alignment,
                                    const std::nothrow_t& /*tag*/) noexcept {
  return allocate_new_or_null(bytes, number(alignment), VIGIL_CALLER);
}
VIGIL_EXPORTED void operator delete(void* memory) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete[](void* memory) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete(void* memory, std::size_t /*bytes*/) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete[](void* memory, std::size_t /*bytes*/) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  deallocate(memory);
}
VIGIL_EXPORTED void operator delete[](void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  deallocate(memory);
}
VIGIL_EXPORTED void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { deallocate(memory); }
VIGIL_EXPORTED void operator delete(void* memory, std::align_val_t /*alignment*/,
                                    const std::nothrow_t& /*tag*/) noexcept {
  deallocate(memory);
}
VIGIL_EXPORTED void operator delete[](void* memory, std::align_val_t /*alignment*/,
                                      const std::nothrow_t& /*tag*/) noexcept {
  deallocate(memory);
}
