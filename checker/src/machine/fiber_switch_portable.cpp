// The switch for all other architectures, by the C library. It makes a system call each time.

#if !(defined(__x86_64__) || defined(__aarch64__)) || defined(VIGIL_PORTABLE_FIBERS)

#include "fiber.hpp"
#include "fiber_switch.hpp"

#include <ucontext.h>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace vigil::checker {
namespace {

// The top of a prepared stack.
struct Prepared {
  ucontext_t context;
  StackEntry entry;
  void* argument;
};

// The context that the last switch went to: makecontext can pass no pointer.
constinit VIGIL_PER_THREAD void* entered = nullptr;

void first_frame() {
  const auto* const prepared = static_cast<const Prepared*>(entered);
  prepared->entry(prepared->argument);
}

// Always the same context: the registers of the caller that prepares a stack must not become part of the threads'
// state.
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
  constexpr std::size_t kBytes = (sizeof(Prepared) + 63) / 64 * 64;
  auto* const place = static_cast<std::byte*>(top) - kBytes;
  auto* const prepared = ::new (static_cast<void*>(place)) Prepared{prototype(), entry, argument};
  ucontext_t& context = prepared->context;
  context.uc_stack.ss_sp = bottom;
  context.uc_stack.ss_size = static_cast<std::size_t>(place - static_cast<std::byte*>(bottom));
  context.uc_link = nullptr;
  // No arguments. On RISC-V, glibc keeps five registers of arguments all the same, and what is in them would become
  // part of the thread's state.
  makecontext(&context, &first_frame, 0, 0L, 0L, 0L, 0L, 0L);
  return prepared;
}

void vigil_checker_switch(void** here, void* there) noexcept {
  ucontext_t context{};
  *here = &context;
  entered = there;
  swapcontext(&context, static_cast<ucontext_t*>(there));
}

// The frame address of most ABIs is that of the saved frame pointer. On RISC-V it is the end of the frame, and the
// saved frame pointer is two words below it.
#if defined(__riscv)
constexpr std::ptrdiff_t kFrameEnd = 0;
constexpr std::ptrdiff_t kSavedFramePointer = -2;
#else
constexpr std::ptrdiff_t kFrameEnd = 1;
constexpr std::ptrdiff_t kSavedFramePointer = 0;
#endif

// The frame pointer is read from this frame, where it was saved. No other callee-saved register may change before
// `setjmp` reads it. So the function does nothing after it, and no sanitizer may insert calls before it.
#if defined(__clang__)
[[clang::disable_sanitizer_instrumentation]]
#else
[[gnu::no_sanitize("address", "thread", "undefined")]]
#endif
void vigil_checker_capture(Registers* registers) noexcept {
  auto* const frame = static_cast<std::uint64_t*>(__builtin_frame_address(0));
  registers->stack_pointer = frame + kFrameEnd;
  // No member function, because without optimisation it would be a call.
  auto* const values = reinterpret_cast<std::uint64_t*>(&registers->values);
  values[Registers::kSaved - 1] = frame[kSavedFramePointer];
  setjmp(*reinterpret_cast<std::jmp_buf*>(values));
}

}  // namespace vigil::checker

#endif
