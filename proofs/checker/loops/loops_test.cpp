// Does a loop wait in the checker if, and only if, it does? Built without optimisation and with it, because what the
// compiler leaves on the stack is part of a thread's state; and with the global `new` of Vigil::checker_new.

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
