#pragma once

#include "invariants/sleep/design.hpp"

#include <vector>

namespace vigil::proofs::invariants::sleeping {

// What is promised, under the names that sleep.hpp uses, where it names a promise.
[[nodiscard]] std::vector<Claim> promises();
[[nodiscard]] Claim promise(const std::string& name);

// What every step keeps. The promises follow from it. The text of each claim gives the reason why it holds.
[[nodiscard]] std::vector<Claim> invariant_of(const Design& design);

}  // namespace vigil::proofs::invariants::sleeping
