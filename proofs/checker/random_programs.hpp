#pragma once

#include "litmus.hpp"

#include <rapidcheck.h>

#include <cstdint>
#include <iostream>
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

// Calls `failure_of(number, program, random)` for this family's share of the programs that are wanted, and returns the
// first text that is not empty, behind the number of its program. `random` is for what else is drawn.
template <class FailureOf>
[[nodiscard]] std::string first_failure(const Family& family, FailureOf failure_of);

// VIGIL_PROGRAMS: how many random programs the conformance tests compare. The default is 5,000, and fewer in builds
// that run a hundred times slower.
[[nodiscard]] std::uint64_t programs_wanted();
// VIGIL_SEED: the seed of the random programs. The default is constant.
[[nodiscard]] std::uint64_t seed();

// A name as a part of a test's name.
[[nodiscard]] std::string identifier(std::string_view name);

template <class FailureOf>
std::string first_failure(const Family& family, FailureOf failure_of) {
  const std::uint64_t count = (programs_wanted() + families().size() - 1) / families().size();
  std::cout << family.name << ": " << count << " programs, VIGIL_SEED=" << seed() << std::endl;
  const auto generator = family.programs();
  rc::Random random(seed());
  for (std::uint64_t number = 0; number != count; ++number) {
    const rc::Shrinkable<Program> program = generator(random.split(), 100);
    const std::string failure = failure_of(number, program, random);
    if (!failure.empty()) return "program " + std::to_string(number) + ": " + failure;
  }
  return "";
}

}  // namespace vigil::conformance
