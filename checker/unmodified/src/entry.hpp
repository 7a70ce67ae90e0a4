#pragma once

#include <cstdint>

// A function that the program calls in place of the real one. Its code is `hook_<name>`; the entry itself shows the
// caller's registers and stack to the checker, if it wants them, before any code of ours changes them.
//
//   extern "C" std::uint8_t hook___tsan_atomic8_load(...) { ... }
//   VIGIL_ENTRY(__tsan_atomic8_load)
#define VIGIL_HIDDEN [[gnu::visibility("hidden")]]
#define VIGIL_EXPORTED [[gnu::visibility("default")]]

#if defined(__x86_64__)
// The same registers as vigil_checker_capture saves. r10 and r11 are free at a call.
#define VIGIL_ENTRY(name)                                                       \
  asm(".text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name \
      ":\n"                                                                     \
      "  movq _ZN5vigil7checker6detail12wanted_stateE(%rip), %r11\n"            \
      "  testq %r11, %r11\n"                                                    \
      "  jne 1f\n"                                                              \
      "  jmp hook_" #name                                                       \
      "\n"                                                                      \
      "1:\n"                                                                    \
      "  movq %rbx, (%r11)\n"                                                   \
      "  movq %rbp, 8(%r11)\n"                                                  \
      "  movq %r12, 16(%r11)\n"                                                 \
      "  movq %r13, 24(%r11)\n"                                                 \
      "  movq %r14, 32(%r11)\n"                                                 \
      "  movq %r15, 40(%r11)\n"                                                 \
      "  movq %rsp, 48(%r11)\n"                                                 \
      "  jmp hook_" #name "\n.size " #name ", . - " #name "\n");
#else
#error "Vigil::unmodified knows the calling convention of x86-64 alone"
#endif
