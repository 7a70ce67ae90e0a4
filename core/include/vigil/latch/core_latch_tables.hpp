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
        Uniformity<"All transitions are read-modify-writes of one location, totally ordered in any order.">>
      get_sleepy = seq_cst;
  Order<"latch.fall_asleep", Uniformity<"As [latch.get_sleepy].">> fall_asleep = seq_cst;
  Order<"latch.wake_up", Uniformity<"As [latch.get_sleepy].">> wake_up = seq_cst;
  Order<"latch.refused", PerformanceOnly<"The state that refused a transition is not used.">> refused = relaxed;
  Order<"latch.set", PairsWith<"latch.probe">,
        Because<"A thread that sees the latch set sees everything done before it was set.">,
        Uniformity<"Release would do.">>
      set = seq_cst;
  Order<"latch.probe", PairsWith<"latch.set">,
        Because<"A thread that sees the latch set sees everything done before it was set.">>
      probe = acquire;
  Order<"latch.reset", PerformanceOnly<"Nobody else uses the latch while its owner resets it.">> reset = relaxed;
};
inline constexpr CoreLatchOrders kCoreLatchOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct CoreLatchProtocol {
  static constexpr std::string_view kPrimitive = "latch/core_latch";

  Choice<
      "strong_transitions", Published<"S-08">,
      Because<
          "A transition that fails for no reason leaves the latch in a state from which its owner never sleeps again.">>
      strong_transitions = true;
  Choice<"set_by_exchange", Published<"S-13">,
         Because<"A setter that looks at the state, and then sets it, misses an owner that falls asleep in between.">>
      set_by_exchange = true;
  Choice<"wake_up_keeps_set", Published<"S-07">,
         Because<"An owner that wakes up by a plain store undoes a setting that came just before.">>
      wake_up_keeps_set = true;
};
inline constexpr CoreLatchProtocol kCoreLatchProtocol{};

}  // namespace vigil
