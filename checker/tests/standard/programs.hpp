#pragma once

#include <vigil/checker.hpp>
#include <vigil/checker/standard.hpp>

#include <cstdint>

#include <gtest/gtest.h>

namespace vigil::checker::standard {

inline void require(bool condition, const char* what, Location location = Location::current()) {
  CheckedAtomics::require(condition, what, location);
}

template <auto Function>
void expect_holds(const Options& options = {}) {
  const auto verdict = run(program<Function>(options));
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_NE(verdict.result.executions, 0U) << text(verdict);
}
template <auto Function>
void expect_executions(std::uint64_t executions, const Options& options = {}) {
  const auto verdict = run(program<Function>(options));
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, executions) << text(verdict);
}
template <auto Function>
void expect_fails(Violation violation, const Options& options = {}) {
  const auto verdict = run(program<Function>(options));
  ASSERT_TRUE(verdict.result.finding.has_value()) << text(verdict);
  EXPECT_EQ(verdict.result.finding->violation, violation) << text(verdict);
}

// Runs both at the same time, as two threads.
template <class One, class Other>
void in_parallel(One one, Other other) {
  thread started(other);
  one();
  started.join();
}

}  // namespace vigil::checker::standard
