#include <vigil/pool/parts.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <cstdint>

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
