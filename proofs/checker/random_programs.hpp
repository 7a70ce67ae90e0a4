#pragma once

#include "litmus.hpp"

#include <rapidcheck/Gen.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vigil::conformance {

// Random programs that dwell on one thing each.
struct Family {
  std::string_view name;
  rc::Gen<Program> (*programs)();
};

[[nodiscard]] std::span<const Family> families();

// VIGIL_PROGRAMS: how many random programs the conformance tests compare, 5,000 unless told otherwise, and fewer in the
// builds that run a hundred times slower.
[[nodiscard]] std::uint64_t programs_wanted();
// VIGIL_SEED: what they are drawn with; else it is drawn itself, once.
[[nodiscard]] std::uint64_t seed();

// A name as a part of a test's name.
[[nodiscard]] std::string identifier(std::string_view name);

}  // namespace vigil::conformance
