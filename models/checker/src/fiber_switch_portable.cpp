// The switch for every other architecture, by the C library: a system call each time.

#if !(defined(__x86_64__) || defined(__aarch64__)) || defined(VIGIL_PORTABLE_FIBERS)

#include "fiber.hpp"
#include "fiber_switch.hpp"

#include <ucontext.h>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace vigil::checker {
namespace {

// A pointer as two arguments of the only type that makecontext passes.
template <class Pointer>
std::uintptr_t bits_of(Pointer pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}
constexpr unsigned kHalf = 32;
unsigned high(std::uintptr_t bits) { return static_cast<unsigned>(std::uint64_t{bits} >> kHalf); }
unsigned low(std::uintptr_t bits) { return static_cast<unsigned>(bits); }
std::uintptr_t whole(unsigned high, unsigned low) {
  return static_cast<std::uintptr_t>((std::uint64_t{high} << kHalf) | low);
}

void first_frame(unsigned entry_high, unsigned entry_low, unsigned argument_high, unsigned argument_low) {
  reinterpret_cast<StackEntry>(whole(entry_high, entry_low))(
      reinterpret_cast<void*>(whole(argument_high, argument_low)));
}

// Always the same one: the registers of whoever prepares a stack must not show in the state of its threads.
const ucontext_t& prototype() {
  static const auto context = [] {
    auto made = std::make_unique<ucontext_t>();
    getcontext(made.get());
    return made;
  }();
  return *context;
}

}  // namespace

void* prepare_stack(void* top, void* bottom, StackEntry entry, void* argument) {
  constexpr std::size_t kBytes = (sizeof(ucontext_t) + 63) / 64 * 64;
  auto* const place = static_cast<std::byte*>(top) - kBytes;
  auto* const context = ::new (static_cast<void*>(place)) ucontext_t(prototype());
  context->uc_stack.ss_sp = bottom;
  context->uc_stack.ss_size = static_cast<std::size_t>(place - static_cast<std::byte*>(bottom));
  context->uc_link = nullptr;
  const auto entry_bits = bits_of(entry);
  const auto argument_bits = bits_of(argument);
  makecontext(context, reinterpret_cast<void (*)()>(&first_frame), 4, high(entry_bits), low(entry_bits),
              high(argument_bits), low(argument_bits));
  return context;
}

void vigil_checker_switch(void** here, void* there) noexcept {
  ucontext_t context{};
  *here = &context;
  swapcontext(&context, static_cast<ucontext_t*>(there));
}

// The frame pointer is taken from this frame, where it was saved; no other callee-saved register may be touched before
// `setjmp` sees it. So nothing is done after it, and no sanitizer may call anything before it.
#if defined(__clang__)
[[clang::disable_sanitizer_instrumentation]]
#else
[[gnu::no_sanitize("address", "thread", "undefined")]]
#endif
void vigil_checker_capture(Registers* registers) noexcept {
  auto* const frame = static_cast<std::uint64_t*>(__builtin_frame_address(0));
  registers->stack_pointer = frame + 2;
  registers->values.back() = *frame;
  setjmp(*reinterpret_cast<std::jmp_buf*>(registers->values.data()));
}

}  // namespace vigil::checker

#endif
