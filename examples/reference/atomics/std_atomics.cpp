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

  // Two fences that order against each other; the light one is for the side that runs often.
  Layer::atomic<bool> is_busy{false}, is_asked{false};
  is_busy.store(true, std::memory_order_relaxed);
  Layer::fence_light(std::memory_order_seq_cst);
  const bool was_asked = is_asked.load(std::memory_order_relaxed);
  bool was_busy = false;
  Layer::thread asker([&] {
    is_asked.store(true, std::memory_order_relaxed);
    Layer::fence_heavy(std::memory_order_seq_cst);
    was_busy = is_busy.load(std::memory_order_relaxed);
  });
  asker.join();
  EXPECT_TRUE(was_asked || was_busy);

  EXPECT_EQ(highest.load(std::memory_order_relaxed), 7);
  EXPECT_EQ(total.get(), 2);
  //! [example]
}
