#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct VyukovQueueOrders {
  static constexpr std::string_view kPrimitive = "lean/vyukov_queue";
  using enum std::memory_order;

  Order<"vqueue.append", PairsWith<"vqueue.back", "vqueue.append">,
        Because<"A thread that sees the stub as `back` sees that its pusher took the right to consume. With itself: a "
                "producer links to a task after that task's producer has cleared its link.">>
      append = acq_rel;
  Order<"vqueue.link", PairsWith<"vqueue.next">, Because<"A thread that follows the link sees the task.">> link =
      release;

  Order<"vqueue.back", PairsWith<"vqueue.append">,
        Because<"The front that is read next is not from before the stub was last pushed.">>
      back = acquire;
  Order<"vqueue.probe", PerformanceOnly<"A guess, which [vqueue.lock] or [vqueue.turned_away] confirms.">> probe =
      relaxed;
  Order<"vqueue.lock", PairsWith<"vqueue.unlock">,
        Because<"The consumer continues from what the last consumer has left.">>
      lock = acquire;
  Order<"vqueue.turned_away", PairsWith<"vqueue.unlock">,
        Because<"The consumer that has the right learns of the tasks that the caller knows of.">>
      turned_away = release;
  Order<"vqueue.refused", PerformanceOnly<"As [vqueue.probe].">> refused = relaxed;

  Order<"vqueue.next", PairsWith<"vqueue.link">, Because<"The consumer sees the next task.">> next = acquire;
  Order<"vqueue.last", PerformanceOnly<"Only the consumer pushes the stub, and only behind a task that is last.">>
      last = relaxed;
  Order<"vqueue.unlock", PairsWith<"vqueue.lock", "vqueue.turned_away">,
        Because<"The next consumer reads links after this one.">>
      unlock = acq_rel;
};
inline constexpr VyukovQueueOrders kVyukovQueueOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct VyukovQueueProtocol {
  static constexpr std::string_view kPrimitive = "lean/vyukov_queue";

  Choice<"stub_alone_is_empty", Published<"S-48">,
         Because<"A queue with nothing but the stub is empty. Published: only a queue that was never used is empty.">>
      stub_alone_is_empty = true;
};
inline constexpr VyukovQueueProtocol kVyukovQueueProtocol{};

}  // namespace vigil::lean
