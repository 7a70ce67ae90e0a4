#pragma once

#include <vigil/atomics/std_atomics.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

// A queue with room for `Capacity` items, for one thread that pushes and one that pops.
template <class T, std::size_t Capacity, class Layer = vigil::StdAtomics>
class Queue {
 public:
  // False if there is no room.
  bool push(T item) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == Capacity) return false;
    slots_[tail % Capacity].set(item);
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  // Nothing if the queue is empty.
  std::optional<T> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (tail_.load(std::memory_order_acquire) == head) return std::nullopt;
    const T item = slots_[head % Capacity].get();
    head_.store(head + 1, std::memory_order_release);
    return item;
  }

 private:
  std::array<typename Layer::template var<T>, Capacity> slots_ = vigil::Names("slot");
  typename Layer::template atomic<std::size_t> head_{0, "head"};  // how many were popped
  typename Layer::template atomic<std::size_t> tail_{0, "tail"};  // how many were pushed
};
