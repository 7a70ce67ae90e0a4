#include <vigil/checker/std.hpp>

#include <atomic>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace {

//! [example]
// #include <vigil/checker/std.hpp> comes first. What follows has the standard's names, and knows nothing of the
// checker.
std::atomic<int> hits = 0;

void count_hits() {
  std::jthread other([] { hits = hits + 1; });
  hits = hits + 1;
  other.join();
  if (hits != 2) throw std::runtime_error("a hit is lost");
}

// The program's main is: return vigil::checker::standard::main<&count_hits>(argc, argv);
//! [example]

TEST(StdReference, FindsALostCount) {
  const auto verdict = vigil::checker::run(vigil::checker::standard::program<&count_hits>());
  ASSERT_TRUE(verdict.result.finding);
  EXPECT_EQ(verdict.result.finding->violation, vigil::checker::Violation::exception);
}

}  // namespace
