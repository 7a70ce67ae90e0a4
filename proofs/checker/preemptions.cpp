// Does a search that is bounded by preemptions find the executions that have few enough, and no others?

#include "as_litmus.hpp"
#include "bounds.hpp"
#include "exchanges.hpp"
#include "random_programs.hpp"

#include <vigil/checker/options.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>

namespace vigil::conformance {
namespace {

constexpr std::size_t kMostGraphs = 20'000;

class BoundedPrograms : public ::testing::TestWithParam<Family> {};

TEST_P(BoundedPrograms, HaveTheExecutionsOfTheOracleWithFewEnoughPreemptions) {
  ComparedBounds compared;
  const std::string failure = first_failure(
      GetParam(), [&](std::uint64_t number, const rc::Shrinkable<Program>& drawn, rc::Random&) -> std::string {
        const auto model = checker::kMemoryModels[number % checker::kMemoryModels.size()];
        return wrong_bound(as_litmus(drawn.value()), model, kMostGraphs, compared);
      });
  std::cout << compared.programs << " programs compared, " << compared.executions << " executions, with up to "
            << compared.most_preemptions << " preemptions" << std::endl;
  EXPECT_EQ(failure, "");
  if (GetParam().name == "carrying loops") return;
  // Few programs may all be small.
  constexpr std::uint64_t kMany = 5'000;
  EXPECT_GE(compared.most_preemptions, programs_wanted() < kMany ? 1U : 2U);
}

// What a search without symmetry has is compared with the oracle above. These programs are larger, so one of four is
// taken.
TEST_P(BoundedPrograms, HaveThemUpToSymmetry) {
  constexpr unsigned kBounds = 4;
  Compared compared;
  const std::string failure = first_failure(
      GetParam(), [&](std::uint64_t number, const rc::Shrinkable<Program>& drawn, rc::Random&) -> std::string {
        if (number % kBounds != 0) return "";
        const auto model = checker::kMemoryModels[number / kBounds % checker::kMemoryModels.size()];
        const Program program = with_equal_threads(drawn.value(), seed() + number);
        return wrong_exchange(program, model, compared, static_cast<unsigned>(number / (kBounds * kBounds) % kBounds));
      });
  EXPECT_EQ(failure, "");
  EXPECT_LT(compared.up_to_symmetry, compared.executions);
}

INSTANTIATE_TEST_SUITE_P(Programs, BoundedPrograms, ::testing::ValuesIn(families()),
                         [](const auto& family) { return identifier(family.param.name); });

}  // namespace
}  // namespace vigil::conformance
