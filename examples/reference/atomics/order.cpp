#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/order.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string_view>

namespace {

//! [example]
struct FlagOrders {
  static constexpr std::string_view kPrimitive = "example/flag";
  vigil::Order<"flag.set", vigil::PairsWith<"flag.probe">,
               vigil::Because<"A thread that sees the flag sees what came before it.">>
      set = std::memory_order_release;
  vigil::Order<"flag.probe", vigil::PairsWith<"flag.set">> probe = std::memory_order_acquire;
};
constexpr FlagOrders kFlagOrders{};

template <vigil::AtomicsLayer Layer = vigil::StdAtomics, const FlagOrders& Orders = kFlagOrders>
class Flag {
 public:
  void set() { is_set_.store(true, Orders.set); }
  [[nodiscard]] bool probe() const { return is_set_.load(Orders.probe); }

 private:
  typename Layer::template atomic<bool> is_set_{false, "is_set"};
};

// A model puts weaker orders here, one after the other.
FlagOrders weakened_orders{.probe = std::memory_order_relaxed};
//! [example]

}  // namespace

TEST(OrderReference, KnowsItsLabel) {
  Flag<> flag;
  EXPECT_FALSE(flag.probe());
  flag.set();
  EXPECT_TRUE(flag.probe());
  const vigil::LabelledOrder shown = weakened_orders.probe;
  EXPECT_EQ(shown.value, std::memory_order_relaxed);
  EXPECT_EQ(shown.label, "flag.probe");
  EXPECT_EQ(FlagOrders::kPrimitive, "example/flag");
}
