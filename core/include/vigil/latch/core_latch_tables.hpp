#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct CoreLatchOrders {
  static constexpr std::string_view kPrimitive = "latch/core_latch";
  using enum std::memory_order;

  Order<"latch.get_sleepy",
        Uniformity<"All transitions are read-modify-writes of one location, which have one total order in any case.">>
      get_sleepy = seq_cst;
  Order<"latch.fall_asleep", Uniformity<"As [latch.get_sleepy].">> fall_asleep = seq_cst;
  Order<"latch.wake_up", Uniformity<"As [latch.get_sleepy].">> wake_up = seq_cst;
  Order<"latch.refused", PerformanceOnly<"The state that refused a transition is not used.">> refused = relaxed;

  Order<"latch.set", PairsWith<"latch.probe">,
        Because<"A thread that sees the latch set sees everything that was done before it was set.">,
        Uniformity<"Release would do.">>
      set = seq_cst;
  Order<"latch.probe", PairsWith<"latch.set">,
        Because<"A thread that sees the latch set sees everything that was done before it was set.">>
      probe = acquire;

  Order<"latch.reset", PerformanceOnly<"No other thread uses the latch while its owner resets it.">> reset = relaxed;
};
inline constexpr CoreLatchOrders kCoreLatchOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct CoreLatchProtocol {
  static constexpr std::string_view kPrimitive = "latch/core_latch";

  Choice<"strong_transitions", Published<"S-08">,
         Because<"A transition never fails spuriously. Published: it may, and the latch then keeps a state from which "
                 "its owner never sleeps again.">>
      strong_transitions = true;
};
inline constexpr CoreLatchProtocol kCoreLatchProtocol{};

}  // namespace vigil
