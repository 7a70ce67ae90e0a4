// ThreadSanitizer and fences under `TsanAtomics`: no false report, and no missed race.

#include <vigil/testing/child_process.hpp>

#include <gtest/gtest.h>

#include <string>

#ifdef VIGIL_TSAN_PROGRAM

namespace vigil::proofs {
namespace {

using namespace testing;

Outcome run_tsan_program(const std::string& name) { return run(VIGIL_TSAN_PROGRAM " " + name); }

std::string test_name(const ::testing::TestParamInfo<const char*>& program) {
  std::string name = program.param;
  for (char& character : name) {
    if (character == '-') character = '_';
  }
  return name;
}

class OrderedByFences : public ::testing::TestWithParam<const char*> {};

TEST_P(OrderedByFences, IsNotReported) {
  const Outcome outcome = run_tsan_program(GetParam());
  EXPECT_EQ(outcome.status, 0) << "a false report:\n" << outcome.output;
}

INSTANTIATE_TEST_SUITE_P(TsanAtomics, OrderedByFences,
                         ::testing::Values("fence-to-acquire", "release-to-fence", "fence-to-fence", "seq-cst-fences",
                                           "light-fence-to-heavy-fence", "heavy-fence-to-light-fence",
                                           "exchange-fence-to-fence", "acquire-exchange-after-fence",
                                           "release-sequence-by-exchange", "young-node-released"),
                         test_name);

class RaceBesideFences : public ::testing::TestWithParam<const char*> {};

TEST_P(RaceBesideFences, IsReported) {
  constexpr int kStatusOfAReport = 66;
  const Outcome outcome = run_tsan_program(GetParam());
  EXPECT_EQ(outcome.status, kStatusOfAReport) << outcome.output;
  EXPECT_NE(outcome.output.find("WARNING: ThreadSanitizer: "), std::string::npos) << outcome.output;
}

INSTANTIATE_TEST_SUITE_P(TsanAtomics, RaceBesideFences,
                         ::testing::Values("no-writer-fence", "no-reader-fence", "writer-fence-acquires-only",
                                           "reader-fence-releases-only", "exchange-without-writer-fence",
                                           "exchange-without-reader-fence", "acquire-exchange-before-fence",
                                           "data-after-fence", "fence-before-flag", "fences-alone",
                                           "release-sequence-ended-by-store", "young-node-not-released",
                                           "freed-by-load", "freed-by-store", "freed-by-exchange",
                                           "freed-by-compare-exchange"),
                         test_name);

// Programs of tests. What they print is shown if one fails.

TEST(TsanAtomics, KeepsThePromisesOfALayer) {
  const Outcome outcome = run(VIGIL_TSAN_CONFORMANCE);
  EXPECT_EQ(outcome.status, 0) << outcome.output;
}

class TsanOrders : public ::testing::TestWithParam<const char*> {};

TEST_P(TsanOrders, AreThoseOfTheLanguage) {
  const Outcome outcome = run(VIGIL_TSAN_ORDERS " --gtest_filter=" + std::string(GetParam()) + ".*");
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_EQ(outcome.output.find("0 tests ran"), std::string::npos) << outcome.output;
}

INSTANTIATE_TEST_SUITE_P(TsanAtomics, TsanOrders,
                         ::testing::Values("Shadows", "Fences", "AsymmetricFences", "AnotherAtomic", "MessagePassing"),
                         test_name);

}  // namespace
}  // namespace vigil::proofs

#endif
