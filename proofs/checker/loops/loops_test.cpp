// Does the checker treat a loop as waiting if, and only if, it waits? Built with and without optimisation, because
// values that the compiler leaves on the stack are part of a thread's state, and with the global `new` of
// Vigil::checker_new.

#include "checker/loops/loops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <string>

namespace vigil::conformance {

void PrintTo(const LoopModel& model, std::ostream* out) { *out << model.name; }

namespace {

class Loops : public ::testing::TestWithParam<LoopModel> {};

TEST_P(Loops, WaitOnlyIfTheyDo) { EXPECT_EQ(disagreement(GetParam()), ""); }

std::string identifier(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, Loops, ::testing::ValuesIn(loop_models().begin(), loop_models().end()),
                         [](const auto& each) { return identifier(std::string(each.param.name)); });

}  // namespace
}  // namespace vigil::conformance
