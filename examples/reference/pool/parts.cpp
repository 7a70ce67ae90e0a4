#include <vigil/injector/segmented.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

//! [fifo]
// A pool that runs the oldest job from outside first. To leave it a job may throw std::bad_alloc.
struct FifoParts : vigil::PoolParts<vigil::StdAtomics> {
  template <class Job>
  using Injector = vigil::SegmentedInjector<Job>;
  // The injector needs nothing of a job.
  struct InjectorLink {};
};
using FifoThreadPool = vigil::BasicThreadPool<FifoParts>;
//! [fifo]

}  // namespace

TEST(PartsReference, ExchangesTheInjector) {
  FifoThreadPool pool;
  EXPECT_EQ(pool.call([] { return 7; }), 7);
}

TEST(PartsReference, ExchangesAPart) {
  //! [example]
  // Thieves begin with worker 0, and not at random.
  struct FirstVictim {
    explicit FirstVictim(std::uint64_t) {}
    std::uint64_t below(std::uint64_t) { return 0; }
  };
  struct Parts : vigil::PoolParts<vigil::StdAtomics> {
    using Random = FirstVictim;
  };

  vigil::BasicThreadPool<Parts> pool;
  EXPECT_EQ(pool.call([] { return 7; }), 7);
  //! [example]
}
