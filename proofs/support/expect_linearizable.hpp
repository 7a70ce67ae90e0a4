#pragma once

#include "job_history.hpp"
#include "linearizability.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace vigil::proofs {

// Every history of `trials` has a sequential explanation, and at least one call in each, on average, overlapped
// another: with fewer the test would have seen nothing.
template <class Trials>
void expect_linearizable(const Trials& trials) {
  std::size_t overlapping = 0;
  for (const auto& trial : trials) {
    const auto history = trial->history();
    const auto linearization = linearize<DequeSpec>(history);
    ASSERT_TRUE(linearization.exists) << describe(history, linearization);
    ASSERT_TRUE(retries_have_a_reason(history)) << "a retry that nobody caused\n" << describe(history, linearization);
    for (const auto& timed : history) overlapping += timed.ended != timed.began + 1;
  }
  EXPECT_GT(overlapping, trials.size()) << "calls that overlapped another";
}

}  // namespace vigil::proofs
