#pragma once

#include <vigil/linearizability/jobs.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace vigil::proofs {

// Every history of `trials` has a sequential explanation, and at least one call in each, on average, overlapped
// another: with fewer the test would have seen nothing.
template <class Spec, class Trials>
void expect_linearizable(const Trials& trials) {
  std::size_t overlapping = 0;
  for (const auto& trial : trials) {
    const auto history = trial->history();
    const auto linearization = linearizability::linearize<Spec>(history);
    ASSERT_TRUE(linearization.exists) << describe(history, linearization);
    ASSERT_TRUE(linearizability::retries_have_a_reason(history)) << "a retry that nobody caused\n"
                                                                 << describe(history, linearization);
    for (std::size_t a = 0; a != history.size(); ++a) {
      for (std::size_t b = 0; b != history.size(); ++b) {
        if (!linearizability::overlap<linearizability::JobCall>(history, a, b)) continue;
        ++overlapping;
        break;
      }
    }
  }
  EXPECT_GT(overlapping, trials.size()) << "calls that overlapped another";
}

}  // namespace vigil::proofs
