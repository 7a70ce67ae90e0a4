#include <vigil/common/affinity.hpp>

#include <gtest/gtest.h>

#include <system_error>
#include <thread>

TEST(AffinityReference, ChoosesTheProcessorsOfAThread) {
  if (!vigil::kHasAffinity) GTEST_SKIP() << "this system lets no program choose";
  //! [example]
  std::thread([] {
    const vigil::Processors allowed = vigil::thread_processors().value();
    const std::error_code error = vigil::set_thread_processors({allowed.front()});
    EXPECT_FALSE(error) << error.message();
    EXPECT_EQ(vigil::thread_processors(), vigil::Processors{allowed.front()});
  }).join();
  //! [example]
}
