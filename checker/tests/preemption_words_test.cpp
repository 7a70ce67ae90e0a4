// What programs that check say of a bound on preemptions, and how it is given.

#include "preemption_models.hpp"

#include <vigil/checker.hpp>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using namespace preempted;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

template <class... Ms>
int status_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = checker::main<Ms...>(static_cast<int>(arguments.size()), arguments.data());
  testing::internal::GetCapturedStdout();
  testing::internal::GetCapturedStderr();
  return status;
}
template <class... Ms>
std::string output_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  testing::internal::CaptureStdout();
  (void)checker::main<Ms...>(static_cast<int>(arguments.size()), arguments.data());
  return testing::internal::GetCapturedStdout();
}

TEST(BoundOnPreemptions, IsInTheVerdict) {
  const auto one = output_of<Adders>({"--preemptions", "1"});
  EXPECT_THAT(one, HasSubstr("Adders: holds for all executions with at most 1 preemption\n"));
  EXPECT_THAT(one, HasSubstr("bounded: 24 executions, 0 blocked; those with more than 1 preemption were not explored"));
  EXPECT_THAT(one, Not(HasSubstr("exhaustive")));
  EXPECT_THAT(output_of<Adders>({"--preemptions", "2"}), HasSubstr("at most 2 preemptions\n"));
  EXPECT_THAT(output_of<Meet>({"--preemptions", "0"}), HasSubstr("Meet: nothing found\n"));
}

TEST(BoundOnPreemptions, ThatLeavesNothingOutIsInTheVerdictToo) {
  EXPECT_THAT(output_of<Adders>({"--preemptions", "6"}),
              AllOf(HasSubstr("Adders: holds\n"),
                    HasSubstr("exhaustive: 90 executions, 0 blocked; none has more than 6 preemptions\n")));
}

TEST(BoundOnPreemptions, IsInTheReport) {
  EXPECT_THAT(output_of<Adders>({"--preemptions", "1", "--json", "-"}),
              AllOf(HasSubstr("\"most_preemptions\":1"), HasSubstr("\"stop\":\"preemptions\""),
                    HasSubstr("\"exhaustive\":false"), HasSubstr("\"verdict\":\"incomplete\"")));
  EXPECT_THAT(output_of<Adders>({"--json", "-"}),
              AllOf(HasSubstr("\"most_preemptions\":null"), HasSubstr("\"beyond_preemptions\":0")));
}

TEST(BoundOnPreemptions, IsInTheEstimate) {
  EXPECT_THAT(output_of<Adders>({"--preemptions", "0", "--estimate"}), HasSubstr("with at most 0 preemptions\n"));
}

TEST(BoundOnPreemptions, HasTheStatusOfWhatWasAskedFor) {
  EXPECT_EQ(status_of<Adders>({"--preemptions", "1"}), 0);
  EXPECT_EQ(status_of<Meet>({"--preemptions", "0"}), 3);
  EXPECT_EQ(status_of<Interleaves>({"--preemptions", "1"}), 1);
}

TEST(BoundOnPreemptions, ReplaysWithoutIt) {
  const auto found = output_of<Interleaves>({"--preemptions", "1"});
  EXPECT_THAT(found, HasSubstr("to see it again: check --replay "));
}

TEST(BoundOnPreemptions, IsANumberAndGoesWithASearch) {
  const std::vector<std::vector<const char*>> senseless{{"--preemptions"},
                                                        {"--preemptions", "-1"},
                                                        {"--preemptions", "two"},
                                                        {"--preemptions", "1001"},
                                                        {"--preemptions", "1", "--sample", "5"}};
  for (const auto& arguments : senseless) EXPECT_EQ(status_of<Adders>(arguments), 2) << arguments.back();
}

}  // namespace
}  // namespace vigil::checker
