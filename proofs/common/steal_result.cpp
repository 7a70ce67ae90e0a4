// Does the result of an attempt to take a job say which of the three it is?

#include <vigil/common/steal_result.hpp>

#include <gtest/gtest.h>

namespace vigil {
namespace {

using Result = StealResult<int>;

TEST(StealResult, SaysWhichOfTheThreeItIs) {
  constexpr auto kSuccess = Result::success(7);
  static_assert(kSuccess.is_success() && kSuccess.job() == 7);
  const auto success = Result::success(7);
  EXPECT_TRUE(success.is_success() && !success.is_empty() && !success.is_retry());
  EXPECT_EQ(success.status(), StealStatus::success);
  EXPECT_EQ(success.job(), 7);
  const auto empty = Result::empty();
  EXPECT_TRUE(empty.is_empty() && !empty.is_success() && !empty.is_retry());
  EXPECT_EQ(empty.status(), StealStatus::empty);
  const auto retry = Result::retry();
  EXPECT_TRUE(retry.is_retry() && !retry.is_success() && !retry.is_empty());
  EXPECT_EQ(retry.status(), StealStatus::retry);
}

TEST(StealResult, IsEqualToTheSameAnswerWithTheSameJob) {
  EXPECT_EQ(Result::success(7), Result::success(7));
  EXPECT_FALSE(Result::success(7) == Result::success(8));
  EXPECT_FALSE(Result::empty() == Result::retry()) << "a worker that sleeps after a retry may sleep through a job";
}

#ifndef NDEBUG
TEST(StealResultDeathTest, HasNoJobToGiveIfNoneWasTaken) {
  const auto empty = Result::empty();
  EXPECT_DEATH((void)empty.job(), "is_success");
  const auto retry = Result::retry();
  EXPECT_DEATH((void)retry.job(), "is_success");
}
#endif

}  // namespace
}  // namespace vigil
