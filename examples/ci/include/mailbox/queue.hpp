#pragma once

#include <mailbox/queue_orders.hpp>

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace mailbox {

// A queue with room for `Capacity` items, for one thread that pushes and one that pops.
template <class T, std::size_t Capacity, vigil::AtomicsLayer Layer = vigil::StdAtomics,
          const QueueOrders& Orders = kQueueOrders>
class Queue {
 public:
  // False if there is no room.
  bool push(T item) {
    const std::size_t tail = tail_.load(Orders.own_tail);
    if (tail - head_.load(Orders.room) == Capacity) return false;
    slots_[tail % Capacity].set(item);
    tail_.store(tail + 1, Orders.publish);
    return true;
  }

  // Nothing if the queue is empty.
  std::optional<T> pop() {
    const std::size_t head = head_.load(Orders.own_head);
    if (tail_.load(Orders.see) == head) return std::nullopt;
    const T item = slots_[head % Capacity].get();
    head_.store(head + 1, Orders.free);
    return item;
  }

 private:
  std::array<typename Layer::template var<T>, Capacity> slots_ = vigil::Names("slot");
  typename Layer::template atomic<std::size_t> head_{0, "head"};  // how many were popped
  typename Layer::template atomic<std::size_t> tail_{0, "tail"};  // how many were pushed
};

}  // namespace mailbox
