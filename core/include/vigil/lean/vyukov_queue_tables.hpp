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
        Because<"The queue's end has the right to consume behind it that whoever put the stub there had taken; and "
                "with itself: a task is linked to after its producer has cleared its link.">>
      append = acq_rel;
  Order<"vqueue.link", PairsWith<"vqueue.next">, Because<"A thread that comes to the task sees it.">> link = release;
  Order<"vqueue.back", PairsWith<"vqueue.append">,
        Because<"The front that is read next is none from before the stub came last.">>
      back = acquire;
  Order<"vqueue.probe", PerformanceOnly<"A guess, which [vqueue.lock] or [vqueue.turned_away] confirms.">> probe =
      relaxed;
  Order<"vqueue.lock", PairsWith<"vqueue.unlock">, Because<"This consumer goes on from what the last one has left.">>
      lock = acquire;
  Order<"vqueue.turned_away", PairsWith<"vqueue.unlock">,
        Because<"The holder learns of the tasks that this one knows of.">>
      turned_away = release;
  Order<"vqueue.refused", PerformanceOnly<"As [vqueue.probe].">> refused = relaxed;
  Order<"vqueue.next", PairsWith<"vqueue.link">, Because<"The task behind is seen.">> next = acquire;
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

  Choice<"vqueue_tells_what_is_left", Published<"S-42">,
         Because<"Release says what is left. Published: it says nothing.">>
      tells_what_is_left = true;
  Choice<"vqueue_mark_is_confirmed", Because<"Whoever finds the mark exchanges it for itself: a mark that is only read "
                                             "may be that of a right given back long ago.">>
      mark_is_confirmed = true;
  Choice<"vqueue_stub_alone_is_empty", Published<"S-48">,
         Because<"A queue with nothing but the stub is empty. Published: one that was never used.">>
      stub_alone_is_empty = true;
  Choice<"vqueue_stub_behind_last", Because<"The stub goes behind the last task, and only if it is the last.">>
      stub_behind_last = true;
  Choice<"vqueue_back_before_front", Because<"Looking for an empty queue, `back` is read before `front`.">>
      back_before_front = true;
};
inline constexpr VyukovQueueProtocol kVyukovQueueProtocol{};

}  // namespace vigil::lean
