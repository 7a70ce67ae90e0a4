#include <vigil/deque/chase_lev.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>

//! [example]
// The test is the same under every sanitizer. Under ThreadSanitizer, which does not understand fences, the deque has a
// layer that tells it what they order.
TEST(TestingLayerReference, RunsPrimitivesUnderEachSanitizer) {
  using namespace vigil::testing;
  int job = 0;
  vigil::ChaseLevDeque<int*, Layer> deque;
  std::atomic<int> taken{0};
  deque.push(&job);

  ThreadSet threads;
  threads.add([&] { taken += deque.pop() ? 1 : 0; });
  threads.add([&] {
    auto stolen = deque.steal();
    while (stolen.is_retry()) stolen = deque.steal();
    taken += stolen.is_success() ? 1 : 0;
  });
  threads.run();
  EXPECT_EQ(taken, 1);
}
//! [example]
