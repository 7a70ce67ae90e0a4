#include <vigil/checker/run.hpp>
#include <vigil/checker/standard.hpp>

#include <gtest/gtest.h>

namespace {

namespace standard = vigil::checker::standard;

//! [example]
// Each thread adds in two steps. The semaphore keeps them apart, as long as it has one place.
template <int Places>
void add_in_two_steps() {
  standard::counting_semaphore<2> places(Places);
  standard::atomic<int> sum = 0;
  const auto add = [&] {
    places.acquire();
    sum = sum + 1;
    places.release();
  };
  standard::thread other(add);
  add();
  other.join();
  vigil::checker::CheckedAtomics::require(sum == 2, "both are counted");
}

TEST(StandardReference, KeepsThreadsApart) {
  EXPECT_TRUE(vigil::checker::run(standard::program<&add_in_two_steps<1>>()).holds());
  EXPECT_FALSE(vigil::checker::run(standard::program<&add_in_two_steps<2>>()).holds());
}
//! [example]

}  // namespace
