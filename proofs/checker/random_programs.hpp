#pragma once

#include "litmus.hpp"

#include <rapidcheck/Gen.h>

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace vigil::conformance {

// Random programs that stress one feature.
struct Family {
  std::string_view name;
  rc::Gen<Program> (*programs)();
};

[[nodiscard]] std::span<const Family> families();
// For the messages of tests.
void PrintTo(const Family& family, std::ostream* out);

// VIGIL_PROGRAMS: how many random programs the conformance tests compare. The default is 5,000, and fewer in builds
// that run a hundred times slower.
[[nodiscard]] std::uint64_t programs_wanted();
// VIGIL_SEED: the seed of the random programs. The default is constant.
[[nodiscard]] std::uint64_t seed();

// A name as a part of a test's name.
[[nodiscard]] std::string identifier(std::string_view name);

}  // namespace vigil::conformance
