#pragma once

#include <program.hpp>

#include <algorithm>

namespace vigil::conformance {

// Whether a thread of the program has an instruction of this kind.
[[nodiscard]] inline bool uses(litmus::Instruction::Kind kind, const litmus::Program& program) {
  return std::ranges::any_of(program.threads, [kind](const litmus::Thread& thread) {
    return std::ranges::find(thread.code, kind, &litmus::Instruction::kind) != thread.code.end();
  });
}

}  // namespace vigil::conformance
