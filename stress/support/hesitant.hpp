#pragma once

#include "layer.hpp"
#include "random_delays.hpp"

#include <atomic>
#include <concepts>
#include <functional>
#include <thread>

namespace vigil::stress {

// The layer, with a random delay before some of its atomic operations: threads stop inside an operation of a primitive
// and not only between two.
struct HesitantLayer : Layer {
  static void hesitate() {
    thread_local RandomDelays delays(std::hash<std::thread::id>()(std::this_thread::get_id()));
    delays.perhaps();
  }

  template <class T>
  class atomic : private Layer::atomic<T> {
    using Base = Layer::atomic<T>;

   public:
    atomic() = default;
    explicit atomic(T value) : Base(value) {}
    T load(std::memory_order order) const {
      hesitate();
      return Base::load(order);
    }
    void store(T value, std::memory_order order) {
      hesitate();
      Base::store(value, order);
    }
    T exchange(T value, std::memory_order order) {
      hesitate();
      return Base::exchange(value, order);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      hesitate();
      return Base::compare_exchange_strong(expected, desired, success, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      hesitate();
      return Base::compare_exchange_weak(expected, desired, success, failure);
    }
    T fetch_add(T value, std::memory_order order) requires std::integral<T> {
      hesitate();
      return Base::fetch_add(value, order);
    }
    T fetch_sub(T value, std::memory_order order) requires std::integral<T> {
      hesitate();
      return Base::fetch_sub(value, order);
    }
    T fetch_and(T value, std::memory_order order) requires std::integral<T> {
      hesitate();
      return Base::fetch_and(value, order);
    }
    T fetch_or(T value, std::memory_order order) requires std::integral<T> {
      hesitate();
      return Base::fetch_or(value, order);
    }
  };
};

}  // namespace vigil::stress
