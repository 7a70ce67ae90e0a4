#pragma once

namespace vigil::checker {

// The function that runs on a prepared stack. It must never return.
using StackEntry = void (*)(void* argument);

// Prepares a stack that begins below `top`, and returns where a switch to it calls `entry`. The callee-saved registers
// are then empty.
[[nodiscard]] void* prepare_stack(void* top, void* bottom, StackEntry entry, void* argument);

// Stores in `*here` where the caller goes on, and goes on at `there`.
extern "C" void vigil_checker_switch(void** here, void* there) noexcept;

}  // namespace vigil::checker
