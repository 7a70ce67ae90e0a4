#include <vigil/checker/violation.hpp>

#include <gtest/gtest.h>

TEST(ViolationReference, HasAName) {
  //! [example]
  using namespace vigil::checker;
  for (const Violation each : kViolations) EXPECT_EQ(violation_named(name_of(each)), each);
  EXPECT_EQ(name_of(Violation::missed_wake), "missed-wake");
  EXPECT_FALSE(violation_named("bad luck").has_value());

  Outcome outcome = Violation::deadlock;
  EXPECT_EQ(name_of(outcome), "deadlock");
  outcome = kHolds;
  EXPECT_TRUE(outcome.holds());
  EXPECT_EQ(name_of(outcome), "holds");
  //! [example]
}
