// The switch for AArch64, under Arm's procedure call standard.

#if defined(__aarch64__) && !defined(VIGIL_PORTABLE_FIBERS)

#include "fiber.hpp"
#include "fiber_switch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Both stacks have the same layout at the moment of the switch, so one description for the debugger fits both.
//
// The first frame of a fiber has no caller: backtraces and the search for an exception's handler end there. It clears
// the registers that the preparation used.
asm(R"(
  .text
  .p2align 4
  .globl vigil_checker_switch
  .hidden vigil_checker_switch
  .type vigil_checker_switch, %function
vigil_checker_switch:
  .cfi_startproc
  sub sp, sp, #160
  .cfi_adjust_cfa_offset 160
  stp x29, x30, [sp, #0]
  .cfi_rel_offset x29, 0
  .cfi_rel_offset x30, 8
  stp x19, x20, [sp, #16]
  .cfi_rel_offset x19, 16
  .cfi_rel_offset x20, 24
  stp x21, x22, [sp, #32]
  .cfi_rel_offset x21, 32
  .cfi_rel_offset x22, 40
  stp x23, x24, [sp, #48]
  .cfi_rel_offset x23, 48
  .cfi_rel_offset x24, 56
  stp x25, x26, [sp, #64]
  .cfi_rel_offset x25, 64
  .cfi_rel_offset x26, 72
  stp x27, x28, [sp, #80]
  .cfi_rel_offset x27, 80
  .cfi_rel_offset x28, 88
  stp d8, d9, [sp, #96]
  .cfi_rel_offset d8, 96
  .cfi_rel_offset d9, 104
  stp d10, d11, [sp, #112]
  .cfi_rel_offset d10, 112
  .cfi_rel_offset d11, 120
  stp d12, d13, [sp, #128]
  .cfi_rel_offset d12, 128
  .cfi_rel_offset d13, 136
  stp d14, d15, [sp, #144]
  .cfi_rel_offset d14, 144
  .cfi_rel_offset d15, 152
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x29, x30, [sp, #0]
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  .cfi_adjust_cfa_offset -160
  .cfi_restore x29
  .cfi_restore x30
  .cfi_restore x19
  .cfi_restore x20
  .cfi_restore x21
  .cfi_restore x22
  .cfi_restore x23
  .cfi_restore x24
  .cfi_restore x25
  .cfi_restore x26
  .cfi_restore x27
  .cfi_restore x28
  .cfi_restore d8
  .cfi_restore d9
  .cfi_restore d10
  .cfi_restore d11
  .cfi_restore d12
  .cfi_restore d13
  .cfi_restore d14
  .cfi_restore d15
  ret
  .cfi_endproc
  .size vigil_checker_switch, . - vigil_checker_switch

  .p2align 4
  .globl vigil_checker_first_frame
  .hidden vigil_checker_first_frame
  .type vigil_checker_first_frame, %function
vigil_checker_first_frame:
  .cfi_startproc
  .cfi_undefined x30
  mov x9, x19
  mov x0, x20
  mov x19, xzr
  mov x20, xzr
  mov x30, xzr
  blr x9
  brk #1
  .cfi_endproc
  .size vigil_checker_first_frame, . - vigil_checker_first_frame

  .p2align 4
  .globl vigil_checker_capture
  .hidden vigil_checker_capture
  .type vigil_checker_capture, %function
vigil_checker_capture:
  .cfi_startproc
  stp x19, x20, [x0, #0]
  stp x21, x22, [x0, #16]
  stp x23, x24, [x0, #32]
  stp x25, x26, [x0, #48]
  stp x27, x28, [x0, #64]
  stp d8, d9, [x0, #80]
  stp d10, d11, [x0, #96]
  stp d12, d13, [x0, #112]
  stp d14, d15, [x0, #128]
  str x29, [x0, #144]
  str x30, [x0, #152]
  mov x9, sp
  str x9, [x0, #160]
  ret
  .cfi_endproc
  .size vigil_checker_capture, . - vigil_checker_capture
)");

namespace vigil::checker {

extern "C" void vigil_checker_first_frame();

namespace {

static_assert(offsetof(Registers, values) == 0 && offsetof(Registers, stack_pointer) == 160);

// What the switch pops from the stack.
struct Suspended {
  void* frame = nullptr;                   // x29
  void (*continuation)() = nullptr;        // x30
  StackEntry entry = nullptr;              // x19
  void* argument = nullptr;                // x20
  std::array<std::uint64_t, 16> others{};  // x21 to x28, d8 to d15
};
static_assert(sizeof(Suspended) == 160);

}  // namespace

void* prepare_stack(void* top, void* /*bottom*/, StackEntry entry, void* argument) {
  Suspended suspended;
  suspended.entry = entry;
  suspended.argument = argument;
  suspended.continuation = &vigil_checker_first_frame;
  return std::memcpy(static_cast<std::byte*>(top) - sizeof suspended, &suspended, sizeof suspended);
}

}  // namespace vigil::checker

#endif
