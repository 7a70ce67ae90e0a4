#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <optional>

TEST(MaybeValueReference, EndsAnUpdateThatIsNotAllowed) {
  //! [example]
  vigil::StdAtomics::atomic<int> tickets(1);

  // Takes a ticket if there is one left; otherwise writes nothing.
  const auto take = [&tickets] {
    const auto one_less = [](int left) -> vigil::MaybeValue<int> {
      if (left == 0) return std::nullopt;
      return left - 1;
    };
    return tickets.fetch_update(one_less, std::memory_order_relaxed, std::memory_order_relaxed).has_value();
  };
  EXPECT_TRUE(take());
  EXPECT_FALSE(take());
  //! [example]
}
