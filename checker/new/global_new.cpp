// Global `new` and `delete` for programs that check models with containers. While model code runs, memory comes from
// the current execution, which finds leaks and misuse and gives the same addresses in every execution. Otherwise memory
// comes from malloc.

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/whose_turn.hpp>

#include <cstdlib>
#include <new>

// A sanitizer has a `new` of its own, so the linker would not search for another one. The library's interface
// references
// this symbol to force the link.
extern "C" {
extern const bool vigil_checker_new_is_linked;
const bool vigil_checker_new_is_linked = true;
}

namespace {

namespace detail = vigil::checker::detail;

const bool is_registered = detail::new_is_tracked = true;

constexpr std::size_t kUsual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

void* from_malloc(std::size_t bytes, std::size_t alignment) noexcept {
  if (alignment <= kUsual) return std::malloc(bytes == 0 ? 1 : bytes);
  return std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (detail::model_runs) {
    detail::show_state();
    return detail::allocate(bytes == 0 ? 1 : bytes, alignment, {}, {});
  }
  for (;;) {
    if (void* const memory = from_malloc(bytes, alignment); memory != nullptr) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void* allocate_or_null(std::size_t bytes, std::size_t alignment) noexcept {
  try {
    return allocate(bytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void deallocate(void* memory) noexcept {
  if (memory == nullptr) return;
  if (!detail::owns(memory)) return std::free(memory);
  // Memory that the checker itself frees belonged to an earlier execution.
  if (detail::model_runs) detail::deallocate(memory, {});
}

constexpr std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, kUsual); }
void* operator new[](std::size_t bytes) { return allocate(bytes, kUsual); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, number(alignment)); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, number(alignment)); }
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_or_null(bytes, kUsual);
}
void* operator new[](std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_or_null(bytes, kUsual);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_or_null(bytes, number(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_or_null(bytes, number(alignment));
}

void operator delete(void* memory) noexcept { deallocate(memory); }
void operator delete[](void* memory) noexcept { deallocate(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { deallocate(memory); }
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept { deallocate(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { deallocate(memory); }
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept { deallocate(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  deallocate(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  deallocate(memory);
}
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { deallocate(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { deallocate(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/, const std::nothrow_t& /*tag*/) noexcept {
  deallocate(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/, const std::nothrow_t& /*tag*/) noexcept {
  deallocate(memory);
}
