// malloc and related functions, for a whole program that checks models. While model code runs, memory comes from the
// current execution, which finds leaks and misuse and gives the same addresses in every execution. Otherwise memory
// comes from libc.
//
// The own memory of libc and the C++ runtime (buffers of streams, memory of threads) outlives the execution and is not
// the model's. So the caller decides, by the return address: these libraries get memory from libc, except `operator
// new`.
// Exceptions that a model throws have the same addresses in every execution too, because pointers to them are on the
// stacks of their handlers, but leaks of exceptions are not checked. In a program that contains the C++ runtime
// (-static-libstdc++) the caller is unknown: there exceptions count as the model's. A program that contains libc keeps
// libc's malloc, and tracks nothing.
//
// Not covered: memory that libc allocates for a model, as in getline or asprintf, and malloc_usable_size.

#include "allocation.hpp"

#include "interposition.hpp"
#include "system_code.hpp"

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/whose_turn.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#if VIGIL_CHECKER_INTERPOSES

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): glibc's own names.
void* __libc_malloc(std::size_t bytes) noexcept;
void* __libc_calloc(std::size_t count, std::size_t bytes) noexcept;
void* __libc_realloc(void* memory, std::size_t bytes) noexcept;
void* __libc_memalign(std::size_t alignment, std::size_t bytes) noexcept;
void __libc_free(void* memory) noexcept;
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
void* vigil_checker_malloc(std::size_t bytes) noexcept;
}

namespace vigil::checker {
namespace {

constexpr std::size_t kUsual = alignof(std::max_align_t);

// A program may replace some of the functions below. They track only if malloc itself is ours.
constinit bool is_tracked = false;

bool is_models(const void* caller) noexcept {
  return detail::model_runs && is_tracked && (!is_system_code(caller) || is_operator_new(caller));
}

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  try {
    detail::show_state();
    return detail::allocate(std::max<std::size_t>(bytes, 1), std::max(alignment, kUsual), {}, {});
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return nullptr;
  }
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes, const void* caller) noexcept {
  return is_models(caller) ? allocate(bytes, std::bit_ceil(alignment)) : __libc_memalign(alignment, bytes);
}

// Always moves. The old memory is freed while model code runs. Otherwise its execution is over.
void* move(void* memory, std::size_t bytes) noexcept {
  const std::size_t before = detail::bytes_of(memory);
  void* const moved = detail::model_runs ? (bytes == 0 ? nullptr : allocate(bytes, kUsual)) : __libc_malloc(bytes);
  if (moved != nullptr) std::memcpy(moved, memory, std::min(before, bytes));
  if (detail::model_runs && (moved != nullptr || bytes == 0)) detail::deallocate(memory, {});
  return moved;
}

char* duplicate(const char* text, std::size_t length, const void* caller) noexcept {
  void* const memory = is_models(caller) ? allocate(length + 1, kUsual) : __libc_malloc(length + 1);
  if (memory == nullptr) return nullptr;
  std::memcpy(memory, text, length);
  static_cast<char*>(memory)[length] = '\0';
  return static_cast<char*>(memory);
}

bool is_ours() {
  // Volatile: the compiler would use the definition in this file instead of the linker's choice.
  void* (*const volatile used)(std::size_t) = &malloc;
  return used == &vigil_checker_malloc;
}

}  // namespace

bool malloc_is_tracked() {
  [[maybe_unused]] static const bool known = [] {
    find_system_code();
    is_tracked = is_ours();
    if (is_tracked) detail::new_is_tracked = true;
    return true;
  }();
  return is_tracked;
}

}  // namespace vigil::checker

extern "C" {

void* vigil_checker_malloc(std::size_t bytes) noexcept {
  using namespace vigil::checker;
  const void* const caller = __builtin_return_address(0);
  if (is_models(caller)) return allocate(bytes, kUsual);
  if (detail::model_runs && is_tracked && is_throw(caller)) return detail::allocate_exception(bytes);
  return __libc_malloc(bytes);
}
[[gnu::weak, gnu::alias("vigil_checker_malloc")]] void* malloc(std::size_t bytes) noexcept;

[[gnu::weak]] void* calloc(std::size_t count, std::size_t bytes) noexcept {
  using namespace vigil::checker;
  std::size_t all = 0;
  if (!is_models(__builtin_return_address(0)) || __builtin_mul_overflow(count, bytes, &all))
    return __libc_calloc(count, bytes);
  void* const memory = allocate(all, kUsual);
  // The memory may have been used before.
  return memory == nullptr ? nullptr : std::memset(memory, 0, all);
}

[[gnu::weak]] void* realloc(void* memory, std::size_t bytes) noexcept {
  using namespace vigil::checker;
  if (memory != nullptr && detail::owns(memory)) return move(memory, bytes);
  if (memory == nullptr && is_models(__builtin_return_address(0))) return allocate(bytes, kUsual);
  return __libc_realloc(memory, bytes);
}

[[gnu::weak]] void* reallocarray(void* memory, std::size_t count, std::size_t bytes) noexcept {
  using namespace vigil::checker;
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (memory != nullptr && detail::owns(memory)) return move(memory, all);
  if (memory == nullptr && is_models(__builtin_return_address(0))) return allocate(all, kUsual);
  return __libc_realloc(memory, all);
}

[[gnu::weak]] void free(void* memory) noexcept {
  using namespace vigil::checker;
  if (memory == nullptr) return;
  if (!detail::owns(memory)) return __libc_free(memory);
  // Memory that the checker itself frees belonged to an earlier execution.
  if (detail::model_runs) detail::deallocate(memory, {});
}

[[gnu::weak]] void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return vigil::checker::allocate_aligned(alignment, bytes, __builtin_return_address(0));
}

[[gnu::weak]] void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  if (!std::has_single_bit(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return vigil::checker::allocate_aligned(alignment, bytes, __builtin_return_address(0));
}

[[gnu::weak]] int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  const int before = errno;
  void* const allocated = vigil::checker::allocate_aligned(alignment, bytes, __builtin_return_address(0));
  errno = before;
  if (allocated == nullptr) return ENOMEM;
  *memory = allocated;
  return 0;
}

[[gnu::weak]] char* strdup(const char* text) noexcept {
  return vigil::checker::duplicate(text, std::strlen(text), __builtin_return_address(0));
}
[[gnu::weak]] char* strndup(const char* text, std::size_t most) noexcept {
  return vigil::checker::duplicate(text, strnlen(text, most), __builtin_return_address(0));
}

}  // extern "C"

#else

namespace vigil::checker {

bool malloc_is_tracked() {
  find_system_code();
  return false;
}

}  // namespace vigil::checker

#endif
