#include <vigil/common/steal_result.hpp>
#include <vigil/deque/chase_lev.hpp>

#include <gtest/gtest.h>

TEST(StealResultReference, SaysWhyThereIsNoJob) {
  //! [example]
  vigil::ChaseLevDeque<int*> deque;
  int job = 7;
  deque.push(&job);

  // A thief tries again only if another thread interfered.
  auto result = vigil::StealResult<int*>::retry();
  while (result.is_retry()) result = deque.steal();
  EXPECT_TRUE(result.is_success());
  EXPECT_EQ(*result.job(), 7);
  EXPECT_TRUE(deque.steal().is_empty());
  //! [example]
}
