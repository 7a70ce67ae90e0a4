#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct RingOrders {
  static constexpr std::string_view kPrimitive = "lean/ring_buffer";
  using enum std::memory_order;

  Order<"ring.own_tail", PerformanceOnly<"The owner reads the index that it wrote last.">> own_tail = relaxed;
  Order<"ring.room", PairsWith<"ring.steal">,
        Because<"A slot is written again only after the thief that claimed it has read it. If slots were not atomic it "
                "would be a race. Slots are atomic, so the thief could read what is written later only by a read that "
                "depends on itself. The wording of C++20 does not rule that out, and no machine does it.">>
      room = acquire;
  Order<"ring.fill", PerformanceOnly<"Published by [ring.publish].">> fill = relaxed;
  Order<"ring.publish", PairsWith<"ring.tail">, Because<"A thread that sees the index sees the slot and the task.">>
      publish = release;
  Order<"ring.overflow", PairsWith<"ring.head">,
        Because<"A thief that sees the claim does not read a tail from before the claimed tasks were pushed. With such "
                "a tail, the ring would appear to have more tasks than fit.">>
      overflow = release;
  Order<"ring.outrun", PerformanceOnly<"The owner starts again.">> outrun = relaxed;

  Order<"ring.pop_probe", PerformanceOnly<"A guess, which [ring.pop] confirms.">> pop_probe = relaxed;
  Order<"ring.pop", PairsWith<"ring.head">, Because<"As [ring.overflow].">> pop = release;
  Order<"ring.own_slot", PerformanceOnly<"The owner reads what it wrote itself.">> own_slot = relaxed;

  Order<"ring.head", PairsWith<"ring.pop", "ring.overflow">,
        Because<"The tail that is read next is not from before the claim.">>
      head = acquire;
  Order<"ring.tail", PairsWith<"ring.publish">, Because<"The thief sees the tasks up to this index.">> tail = acquire;
  Order<"ring.copy",
        PerformanceOnly<"It reads what [ring.tail] has made visible, or something newer, and then [ring.steal] fails.">>
      copy = relaxed;
  Order<"ring.steal", PairsWith<"ring.room">, Because<"The thief has read the slots before they are free.">> steal =
      release;
  Order<"ring.steal_lost", PerformanceOnly<"Nothing is read through it.">> steal_lost = relaxed;
};
inline constexpr RingOrders kRingOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct RingProtocol {
  static constexpr std::string_view kPrimitive = "lean/ring_buffer";

  Choice<"pop_returns_claimed_task", Published<"S-45a">,
         Because<"Pop returns the task of the index that it claimed. Published: the task at `head`, which is the next "
                 "one by then.">>
      pop_returns_claimed_task = true;
  Choice<"steal_returns_last_copy", Published<"S-45b">,
         Because<"Steal returns the last task that it copied. Published: what is in the slot behind it.">>
      steal_returns_last_copy = true;
};
inline constexpr RingProtocol kRingProtocol{};

}  // namespace vigil::lean
