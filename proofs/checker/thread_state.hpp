#pragma once

#include "step.hpp"

#include <program.hpp>

#include <cstdint>
#include <vector>

namespace vigil::conformance {

// The state of a thread between two accesses. It stands before an access, or at its end.
struct ThreadState {
  std::uint32_t instruction = 0;
  std::uint8_t phase = 0;  // of an instruction that takes several steps
  bool is_endless = false;
  bool has_woken_spuriously = false;
  litmus::Word loaded = 0;                           // by an earlier step of the instruction
  std::vector<std::uint32_t> has_failed_spuriously;  // weak compare-exchanges, each of which does so once
  std::vector<litmus::Word> registers;

  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

// Locations of a program: its objects, and then, if threads wait on atomics, the queue of each object.
[[nodiscard]] unsigned locations(const litmus::Program& program);

[[nodiscard]] ThreadState first_state(const litmus::Program& program, unsigned thread);
// Throws std::out_of_range if the step would access an element that its array does not have.
[[nodiscard]] Step next_step(const litmus::Program& program, unsigned thread, const ThreadState& state);
// The state after a step that read `value` (0 if it reads nothing).
[[nodiscard]] ThreadState after_step(const litmus::Program& program, unsigned thread, const ThreadState& state,
                                     std::uint64_t value, const Effect& effect);

}  // namespace vigil::conformance
