#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

//! [example]
TEST(ThreadSetReference, StartsItsThreadsTogether) {
  using namespace vigil::testing;
  std::vector<int> ran(4);
  ThreadSet threads(Pinning::one_each);
  threads.add(4, [&](std::size_t thread) { ran[thread] = 1; });
  threads.run();
  EXPECT_EQ(ran, std::vector<int>(4, 1));

  threads.add([] { throw std::runtime_error("a thread of the test failed"); });
  EXPECT_THROW(threads.run(), std::runtime_error);
}
//! [example]
