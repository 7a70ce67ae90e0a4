#include <vigil/common/system_thread.hpp>

#include <gtest/gtest.h>

#include <cstddef>

TEST(SystemThreadReference, RunsAFunctionOnEachSystem) {
  //! [example]
  int result = 0;
  vigil::SystemThread thread;
  constexpr std::size_t kStackBytes = 64 * 1024;
  if (thread.start(
          kStackBytes, [](void* where) { *static_cast<int*>(where) = 7; }, &result)) {
    thread.join();
    EXPECT_EQ(result, 7);
  }
  //! [example]
}
