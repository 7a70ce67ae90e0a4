// Is there a proof or a counterexample for each choice of the protocol tables?

#include "invariants/choices/fates.hpp"
#include "invariants/system/test_names.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gtest/gtest.h>

#include <ostream>

namespace vigil::proofs::invariants {

void PrintTo(const Fate& fate, std::ostream* out) { *out << fate.table << "::" << fate.choice; }

namespace {

TEST(ChoicesOfTheProtocols, AreThoseOfAllThreeTables) {
  constexpr std::size_t kChoices = sizeof(SleepProtocol) + sizeof(AtomicCountersProtocol) + sizeof(CoreLatchProtocol);
  EXPECT_EQ(fates_of_choices().size(), kChoices);
}

class Choices : public ::testing::TestWithParam<Fate> {};

TEST_P(Choices, AreRefutedOrHarmless) {
  const Fate& fate = GetParam();
  EXPECT_FALSE(fate.refuted.empty() && fate.with_another.empty() && fate.harmless.empty())
      << "no mutant and no harmless variant makes it otherwise";
}

INSTANTIATE_TEST_SUITE_P(Protocol, Choices, ::testing::ValuesIn(fates_of_choices()),
                         [](const auto& choice) { return as_test_name(choice.param.choice); });

}  // namespace
}  // namespace vigil::proofs::invariants
