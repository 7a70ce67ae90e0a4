// The layer and the order tables cost nothing: an operation of core compiles to the same instructions as the same
// protocol written by hand with `std::atomic`. Both are in zero_overhead/code.cpp, built with -O2.

#include <vigil/testing/child_process.hpp>

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>

#ifdef VIGIL_ZERO_OVERHEAD_OBJECT

namespace vigil::proofs {
namespace {

using namespace testing;

// The instructions of one function. A jump within the function is written relative to the function's beginning, because
// the names of two equal functions differ.
std::string instructions_of(const std::string& function) {
  const Outcome outcome = run(std::string(VIGIL_OBJDUMP) + " --disassemble=" + function +
                              " --no-show-raw-insn --no-addresses " + VIGIL_ZERO_OVERHEAD_OBJECT);
  if (outcome.status != 0) return "";
  std::istringstream lines(outcome.output);
  std::string instructions;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "<" + function + ">:") {
      inside = true;
    } else if (line.empty()) {
      inside = false;
    } else if (inside) {
      if (const auto name = line.find("<" + function); name != std::string::npos) {
        line.replace(name + 1, function.size(), "function");
      }
      instructions += line + "\n";
    }
  }
  return instructions;
}

// The instructions without the layout of the blocks: no padding, and conditional jumps without sense and target. g++
// weighs the branches of a function differently if it inlines it late, and may then put the block of the rarer case
// first.
std::multiset<std::string> apart_from_layout(const std::string& instructions) {
  static const std::regex kPadding(R"(\b(nop\w?|xchg\s+%ax,%ax)\b)");
  static const std::regex kBranch(R"(^\s*j(?!mp)\w+\s.*)");
  std::multiset<std::string> result;
  std::istringstream lines(instructions);
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_search(line, kPadding)) result.insert(std::regex_replace(line, kBranch, "branch"));
  }
  return result;
}

class ZeroOverhead : public ::testing::TestWithParam<const char*> {};

TEST_P(ZeroOverhead, CompilesToTheInstructionsOfHandWrittenCode) {
  const std::string vigil = instructions_of(std::string("vigil_") + GetParam());
  const std::string plain = instructions_of(std::string("plain_") + GetParam());
  ASSERT_NE(plain, "") << "no disassembly of " << VIGIL_ZERO_OVERHEAD_OBJECT;
  EXPECT_EQ(vigil, plain);
}

class ZeroOverheadApartFromLayout : public ::testing::TestWithParam<const char*> {};

TEST_P(ZeroOverheadApartFromLayout, CompilesToTheInstructionsOfHandWrittenCode) {
  const std::string vigil = instructions_of(std::string("vigil_") + GetParam());
  const std::string plain = instructions_of(std::string("plain_") + GetParam());
  ASSERT_NE(plain, "") << "no disassembly of " << VIGIL_ZERO_OVERHEAD_OBJECT;
  EXPECT_EQ(apart_from_layout(vigil), apart_from_layout(plain)) << vigil << "\nby hand:\n" << plain;
}

std::string operation(const ::testing::TestParamInfo<const char*>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Deque, ZeroOverhead, ::testing::Values("push", "pop", "steal"), operation);
INSTANTIATE_TEST_SUITE_P(Counters, ZeroOverhead,
                         ::testing::Values("counters_load", "counters_make_sleepy", "counters_add_inactive",
                                           "counters_sub_inactive", "counters_try_add_sleeping",
                                           "counters_sub_sleeping"),
                         operation);
INSTANTIATE_TEST_SUITE_P(Latch, ZeroOverhead,
                         ::testing::Values("latch_probe", "latch_get_sleepy", "latch_fall_asleep", "latch_wake_up",
                                           "latch_set", "latch_reset"),
                         operation);

INSTANTIATE_TEST_SUITE_P(Names, ZeroOverhead, ::testing::Values("named_objects"), operation);

INSTANTIATE_TEST_SUITE_P(Loops, ZeroOverhead,
                         ::testing::Values("spin_until", "fetch_update", "fetch_update_from", "retry"), operation);
INSTANTIATE_TEST_SUITE_P(AsymmetricFences, ZeroOverhead, ::testing::Values("store_and_load"), operation);
INSTANTIATE_TEST_SUITE_P(Loops, ZeroOverheadApartFromLayout,
                         ::testing::Values("spin_update", "fetch_update_perhaps", "admission_enter", "injector_push"),
                         operation);

TEST(ZeroOverheadCheck, SeesADifferenceOfOneInstruction) {
  const std::string vigil = instructions_of("vigil_example_of_a_difference");
  const std::string plain = instructions_of("plain_example_of_a_difference");
  ASSERT_NE(plain, "") << "no disassembly of " << VIGIL_ZERO_OVERHEAD_OBJECT;
  EXPECT_NE(vigil, plain);
  EXPECT_NE(apart_from_layout(vigil), apart_from_layout(plain));
}

}  // namespace
}  // namespace vigil::proofs

#endif
