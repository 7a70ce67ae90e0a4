#include <vigil/deque/chase_lev.hpp>
#include <vigil/deque/maybe_job.hpp>

#include <gtest/gtest.h>

TEST(MaybeJobReference, IsAJobOrNothing) {
  //! [example]
  vigil::ChaseLevDeque<int> deque;
  deque.push(7);
  const vigil::MaybeJob<int> job = deque.pop();
  EXPECT_TRUE(job.has_value());
  EXPECT_EQ(*job, 7);
  EXPECT_EQ(deque.pop().value_or(0), 0) << "the deque is empty";
  //! [example]
}
