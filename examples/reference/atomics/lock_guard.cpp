#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace {

//! [example]
// A class that runs on the machine and under a checker, as its `Layer` says.
template <class Layer>
class LockedCounter {
 public:
  void add_one() {
    const vigil::LockGuard lock(mutex_);
    count_.set(count_.get() + 1);
  }
  int value() {
    const vigil::LockGuard lock(mutex_);
    return count_.get();
  }

 private:
  typename Layer::mutex mutex_;
  typename Layer::template var<int> count_{0};
};
//! [example]

}  // namespace

TEST(LockGuardReference, ExcludesOtherThreads) {
  LockedCounter<vigil::StdAtomics> counter;
  const auto count = [&counter] {
    for (int i = 0; i != 1'000; ++i) counter.add_one();
  };
  std::thread other(count);
  count();
  other.join();
  EXPECT_EQ(counter.value(), 2'000);
}
