#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>

TEST(StdAtomicsReference, HasTheLoopsOfALayer) {
  //! [example]
  using Layer = vigil::StdAtomics;
  Layer::atomic<int> highest{3};
  // Returns the value before.
  EXPECT_EQ(highest.fetch_update([](int value) { return std::max(value, 7); }, std::memory_order_acq_rel,
                                 std::memory_order_relaxed),
            3);

  Layer::atomic<bool> is_locked{false};
  Layer::var<int> total{0};
  const auto add_one = [&] {
    is_locked.spin_update([](bool locked) { return locked ? std::nullopt : std::optional(true); },
                          std::memory_order_acquire, std::memory_order_relaxed);
    total.set(total.get() + 1);
    is_locked.store(false, std::memory_order_release);
  };
  Layer::thread other(add_one);
  add_one();
  other.join();
  EXPECT_EQ(highest.load(std::memory_order_relaxed), 7);
  EXPECT_EQ(total.get(), 2);
  //! [example]
}
