#include <vigil/atomics/std_atomics.hpp>
#include <vigil/pool/pool_thread.hpp>

#include <gtest/gtest.h>

#include <cstddef>

TEST(PoolThreadReference, CallsAFunctionOnAStackOfAChosenSize) {
  //! [example]
  int result = 0;
  constexpr std::size_t kStackBytes = 32 * 1024 * 1024;
  vigil::PoolThread<vigil::StdAtomics> thread(kStackBytes, [&result] { result = 7; });
  thread.join();
  EXPECT_EQ(result, 7);
  //! [example]
}
