#pragma once

namespace vigil::checker {

// What runs on a stack that was prepared: must never return.
using StackEntry = void (*)(void* argument);

// Where a stack that begins below `top` goes on to call `entry`, with nothing in the callee-saved registers.
[[nodiscard]] void* prepare_stack(void* top, void* bottom, StackEntry entry, void* argument);

// Leaves in `*here` where the caller goes on, and goes on at `there`.
extern "C" void vigil_checker_switch(void** here, void* there) noexcept;

}  // namespace vigil::checker
