#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace mailbox {

// The order of each atomic operation of the queue. Production uses the defaults; models put weaker ones in their place.
struct QueueOrders {
  static constexpr std::string_view kPrimitive = "queue";

  vigil::Order<"queue.own_tail", vigil::PerformanceOnly<"The producer reads the index that it wrote last.">> own_tail =
      std::memory_order_relaxed;
  vigil::Order<"queue.room", vigil::PairsWith<"queue.free">,
               vigil::Because<"The consumer has read a slot before it is written again.">>
      room = std::memory_order_acquire;
  vigil::Order<"queue.publish", vigil::PairsWith<"queue.see">,
               vigil::Because<"A consumer that sees the index sees the item.">>
      publish = std::memory_order_release;
  vigil::Order<"queue.own_head", vigil::PerformanceOnly<"The consumer reads the index that it wrote last.">> own_head =
      std::memory_order_relaxed;
  vigil::Order<"queue.see", vigil::PairsWith<"queue.publish">, vigil::Because<"As [queue.publish].">> see =
      std::memory_order_acquire;
  vigil::Order<"queue.free", vigil::PairsWith<"queue.room">, vigil::Because<"As [queue.room].">> free =
      std::memory_order_release;
};
inline constexpr QueueOrders kQueueOrders{};

}  // namespace mailbox
