#pragma once

#include "entry.hpp"

namespace vigil::unmodified {

// A function that nothing models. The assembly of VIGIL_NOT_MODELLED knows its members.
struct NotModelled {
  const char* name;   // of the function
  const char* shown;  // "fork()"
  void* next;         // what it would be without us; null until it is asked for
};

}  // namespace vigil::unmodified

// A function of the C library, whatever its parameters are. If the program calls it while it is explored, the search
// ends with a line that says so. Else it does what it does without us.
//
//   VIGIL_NOT_MODELLED(fork)
#define VIGIL_NOT_MODELLED(name) VIGIL_NOT_MODELLED_AS(name, #name "()")
#define VIGIL_NOT_MODELLED_AS(name, shown)                                                    \
  asm(".pushsection .rodata\n71: .asciz \"" #name "\"\n72: .asciz \"" shown                   \
      "\"\n.popsection\n"                                                                     \
      ".pushsection .data.rel.local,\"aw\"\n.p2align 3\n73: .quad 71b, 72b, 0\n.popsection\n" \
      ".text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name               \
      ":\n"                                                                                   \
      "  leaq 73b(%rip), %r11\n"                                                              \
      "  jmp vigil_not_modelled\n.size " #name ", . - " #name "\n");
