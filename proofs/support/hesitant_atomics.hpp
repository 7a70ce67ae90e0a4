#pragma once

#include <vigil/atomics/std_atomics.hpp>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <functional>
#include <random>
#include <thread>

namespace vigil::proofs {

// The machine, which gives its processor up before some of the steps: calls as short as ours would otherwise run one
// after the other and never meet.
struct HesitantAtomics : StdAtomics {
  static void hesitate() {
    thread_local std::minstd_rand random(
        static_cast<unsigned>(std::hash<std::thread::id>()(std::this_thread::get_id())));
    if (random() / 64 % 4 == 0) std::this_thread::yield();
  }

  template <class T>
  class atomic : private StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;

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

}  // namespace vigil::proofs
