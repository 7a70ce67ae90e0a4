// Does a search with symmetry explore one of the executions that an exchange of equal threads makes of each other?

#include "exchanges.hpp"
#include "litmus.hpp"
#include "random_programs.hpp"

#include <vigil/checker/options.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

namespace vigil::conformance {
namespace {

void expect_right(std::string_view text) {
  for (const auto model : checker::kMemoryModels) {
    Compared compared;
    EXPECT_EQ(wrong_exchange(parse(text), model, compared), "");
    EXPECT_EQ(compared.programs, 1U);
  }
}

class Symmetry : public ::testing::TestWithParam<Family> {};

TEST_P(Symmetry, LeavesOneOfTheExecutionsThatExchangesMakeOfEachOther) {
  Compared compared;
  const std::string failure = first_failure(
      GetParam(), [&](std::uint64_t number, const rc::Shrinkable<Program>& drawn, rc::Random&) -> std::string {
        const auto model = checker::kMemoryModels[number % checker::kMemoryModels.size()];
        return wrong_exchange(with_equal_threads(drawn.value(), seed() + number), model, compared);
      });
  std::cout << compared.programs << " programs compared, " << compared.executions << " executions, "
            << compared.up_to_symmetry << " up to symmetry" << std::endl;
  EXPECT_EQ(failure, "");
  EXPECT_LT(compared.up_to_symmetry, compared.executions);
}

TEST_P(Symmetry, LeavesOneOfTheExecutionsThatExchangesOfStartedThreadsMakeOfEachOther) {
  Compared compared;
  const std::string failure = first_failure(
      GetParam(), [&](std::uint64_t number, const rc::Shrinkable<Program>& drawn, rc::Random&) -> std::string {
        // The other tests here show as much of exchanges in general.
        if (number % 3 != 0) return "";
        const auto model = checker::kMemoryModels[number % checker::kMemoryModels.size()];
        const Program program = with_equal_threads(drawn.value(), seed() + number);
        constexpr std::array kActs{Acts::between_all, Acts::between_all, Acts::between_starts, Acts::between_joins};
        return wrong_exchange_of_started(program, kActs[number / 12 % kActs.size()], model, compared);
      });
  std::cout << compared.programs << " programs compared, " << compared.executions << " executions, "
            << compared.up_to_symmetry << " up to symmetry" << std::endl;
  EXPECT_EQ(failure, "");
  // Of a few programs perhaps none has equal threads.
  constexpr std::uint64_t kMany = 30;
  if (compared.programs >= kMany) {
    EXPECT_LT(compared.up_to_symmetry, compared.executions);
  }
}

TEST_P(Symmetry, CountsTheExecutionsOfThreadsThatStartOthers) {
  constexpr std::uint32_t kMostBefore = 3;
  Compared compared;
  const std::string failure = first_failure(
      GetParam(), [&](std::uint64_t number, const rc::Shrinkable<Program>& drawn, rc::Random&) -> std::string {
        const Program program = with_equal_threads(drawn.value(), seed() + number);
        // Only the thread that locks a mutex may unlock it.
        if (program.mutexes != 0) return "";
        const auto model = checker::kMemoryModels[number % checker::kMemoryModels.size()];
        return wrong_count_of_starters(program, static_cast<std::uint32_t>(number % kMostBefore), model, compared);
      });
  std::cout << compared.programs << " programs compared, " << compared.executions << " executions, "
            << compared.up_to_symmetry << " up to symmetry" << std::endl;
  EXPECT_EQ(failure, "");
}

INSTANTIATE_TEST_SUITE_P(Programs, Symmetry, ::testing::ValuesIn(families()),
                         [](const auto& family) { return identifier(family.param.name); });

TEST(ExchangedThreads, AreLeftInAnOrderThatNoExchangeTurnsAround) { expect_right(kTurnedAroundByNoExchange); }

TEST(ExchangedThreads, AreCountedIfTwoPairsDependOnEachOther) { expect_right(kPairsThatDependOnEachOther); }

TEST(ExchangedThreads, AreExchangedIfTheyChoose) { expect_right(kEqualThreadsThatChoose); }

}  // namespace
}  // namespace vigil::conformance
