// The switch for x86-64 under the System V calling convention.

#if defined(__x86_64__) && !defined(VIGIL_PORTABLE_FIBERS)

#include "fiber.hpp"
#include "fiber_switch.hpp"

#include <cstddef>
#include <new>

// Both stacks have the same layout at the moment of the switch, so one description for the debugger fits both. The
// switch jumps instead of returning, because the processor's return stack buffer would mispredict a return.
//
// The first frame of a fiber has no caller: backtraces and the search for an exception's handler end there. It clears
// the registers that the preparation used.
asm(R"(
  .text
  .p2align 4
  .globl vigil_checker_switch
  .hidden vigil_checker_switch
  .type vigil_checker_switch, @function
vigil_checker_switch:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset rbp, 0
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset rbx, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r12, 0
  pushq %r13
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r13, 0
  pushq %r14
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r14, 0
  pushq %r15
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset r15, 0
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  .cfi_adjust_cfa_offset -8
  .cfi_restore r15
  popq %r14
  .cfi_adjust_cfa_offset -8
  .cfi_restore r14
  popq %r13
  .cfi_adjust_cfa_offset -8
  .cfi_restore r13
  popq %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore r12
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore rbx
  popq %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore rbp
  popq %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register rip, rcx
  jmpq *%rcx
  .cfi_endproc
  .size vigil_checker_switch, . - vigil_checker_switch

  .p2align 4
  .globl vigil_checker_first_frame
  .hidden vigil_checker_first_frame
  .type vigil_checker_first_frame, @function
vigil_checker_first_frame:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rax
  movq %r13, %rdi
  xorl %r12d, %r12d
  xorl %r13d, %r13d
  callq *%rax
  ud2
  .cfi_endproc
  .size vigil_checker_first_frame, . - vigil_checker_first_frame

  .p2align 4
  .globl vigil_checker_capture
  .hidden vigil_checker_capture
  .type vigil_checker_capture, @function
vigil_checker_capture:
  .cfi_startproc
  movq %rsp, %rax
  movq %rbx, (%rdi)
  movq %rbp, 8(%rdi)
  movq %r12, 16(%rdi)
  movq %r13, 24(%rdi)
  movq %r14, 32(%rdi)
  movq %r15, 40(%rdi)
  movq %rax, 48(%rdi)
  retq
  .cfi_endproc
  .size vigil_checker_capture, . - vigil_checker_capture
)");

namespace vigil::checker {

extern "C" void vigil_checker_first_frame();

namespace {

static_assert(offsetof(Registers, values) == 0 && offsetof(Registers, stack_pointer) == 48);

// What the switch pops from the stack.
struct Suspended {
  void* r15 = nullptr;
  void* r14 = nullptr;
  void* argument = nullptr;    // r13
  StackEntry entry = nullptr;  // r12
  void* rbx = nullptr;
  void* rbp = nullptr;
  void (*continuation)() = nullptr;
};
static_assert(sizeof(Suspended) == 56);

}  // namespace

void* prepare_stack(void* top, void* /*bottom*/, StackEntry entry, void* argument) {
  // At a call the stack pointer is a multiple of 16.
  constexpr std::size_t kFirstFrame = 16;
  auto* const suspended = new (static_cast<std::byte*>(top) - kFirstFrame - sizeof(Suspended)) Suspended;
  suspended->entry = entry;
  suspended->argument = argument;
  suspended->continuation = &vigil_checker_first_frame;
  return suspended;
}

}  // namespace vigil::checker

#endif
