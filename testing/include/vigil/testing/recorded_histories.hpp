#pragma once

#include <vigil/linearizability/jobs.hpp>

#include <vigil/testing/duration.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace vigil::testing {

// Checks that the histories that `record(number)` returns are linearizable, for the wanted time. Calls must have
// overlapped at least once.
template <class Spec, class Record>
void expect_explained(Record record) {
  std::size_t overlapping = 0;
  const auto judge = [&](unsigned number) {
    if (::testing::Test::HasFatalFailure()) return;
    const auto history = record(number);
    const auto linearization = linearizability::linearize<Spec>(history);
    ASSERT_TRUE(linearization.exists) << describe(history, linearization);
    ASSERT_TRUE(linearizability::retries_have_a_reason(history, Spec::kRetriesAtPushes))
        << describe(history, linearization);
    overlapping += linearizability::calls_that_overlap<linearizability::JobCall>(history);
  };
  repeat_for_a_while(judge, [&] { return overlapping != 0 || ::testing::Test::HasFatalFailure(); });
  EXPECT_GT(overlapping, 0U) << "no call overlapped another, so nothing was tested";
}

}  // namespace vigil::testing
