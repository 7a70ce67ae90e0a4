#include <vigil/pool/observer.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

namespace {

//! [example]
// Counts how often a worker was about to sleep.
class CountedSleeps final : public vigil::PoolObserver {
 public:
  void becomes(std::size_t, vigil::Activity activity) noexcept override {
    if (activity == vigil::Activity::sleeping) ++count;
  }
  std::atomic<int> count{0};
};

int sleeps_of_a_pool_without_jobs() {
  CountedSleeps sleeps;
  {
    vigil::ThreadPool pool({.workers = 2, .observer = &sleeps});
    while (sleeps.count < 2) vigil::StdAtomics::yield();
  }
  return sleeps.count;
}
//! [example]

}  // namespace

TEST(PoolObserverReference, HearsOfEachSleep) { EXPECT_GE(sleeps_of_a_pool_without_jobs(), 2); }
