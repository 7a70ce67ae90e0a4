#pragma once

#include <vigil/linearizability/jobs.hpp>

#include <vigil/testing/duration.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace vigil::testing {

// Histories that `record(number)` returns, for as long as one likes: could one thread that did the same calls in some
// order have had the same answers? At least once calls must have overlapped.
template <class Spec, class Record>
void expect_explained(Record record) {
  std::size_t overlapping = 0;
  const auto judge = [&](unsigned number) {
    if (::testing::Test::HasFatalFailure()) return;
    const auto history = record(number);
    const auto linearization = linearizability::linearize<Spec>(history);
    ASSERT_TRUE(linearization.exists) << describe(history, linearization);
    ASSERT_TRUE(linearizability::retries_have_a_reason(history)) << describe(history, linearization);
    overlapping += linearizability::calls_that_overlap<linearizability::JobCall>(history);
  };
  repeat_for_a_while(judge, [&] { return overlapping != 0 || ::testing::Test::HasFatalFailure(); });
  EXPECT_GT(overlapping, 0U) << "no call overlapped another, so nothing was tested";
}

}  // namespace vigil::testing
