#pragma once

#include <vigil/linearizability/jobs.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace vigil::testing {

// Every history of `trials` has a sequential explanation. On average, at least one call in each overlapped another:
// with fewer the test would not have tested concurrency.
template <class Spec, class Trials>
void expect_linearizable(const Trials& trials) {
  std::size_t overlapping = 0;
  for (const auto& trial : trials) {
    const auto history = trial->history();
    const auto linearization = linearizability::linearize<Spec>(history);
    ASSERT_TRUE(linearization.exists) << describe(history, linearization);
    ASSERT_TRUE(linearizability::retries_have_a_reason(history, Spec::kRetriesAtPushes))
        << "a retry with which no other thread interfered\n"
        << describe(history, linearization);
    overlapping += linearizability::calls_that_overlap<linearizability::JobCall>(history);
  }
  EXPECT_GT(overlapping, trials.size()) << "too few calls overlapped another";
}

}  // namespace vigil::testing
