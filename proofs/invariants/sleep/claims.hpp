#pragma once

#include "invariants/sleep/design.hpp"

#include <vector>

namespace vigil::proofs::invariants::sleeping {

// What is promised, in the names that sleep.hpp uses where it has one.
[[nodiscard]] std::vector<Claim> promises();
[[nodiscard]] Claim promise(const std::string& name);

// What every step keeps, and from which the promises follow: why each holds is said with it.
[[nodiscard]] std::vector<Claim> invariant_of(const Design& design);

}  // namespace vigil::proofs::invariants::sleeping
