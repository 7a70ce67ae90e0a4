#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <atomic>
#include <concepts>

namespace vigil {

/// A layer for tests with real threads: `Base`, with a call of `Hesitation::perhaps()` before each operation of an
/// atomic, which may yield or pause.
///
/// So threads also stop inside an operation of a primitive, not only between two. Short calls, such as a deque's, would
/// otherwise run one after the other and never overlap.
///
/// \snippet atomics/hesitant_atomics.cpp example
/// \tparam Hesitation a class with a static member function `perhaps()`, which all threads call.
/// \tparam Base the layer that performs the operations.
template <class Hesitation, AtomicsLayer Base = StdAtomics>
struct HesitantAtomics : Base {
  /// An atomic of the base, with a hesitation before each operation. A loop hesitates before each of its operations.
  ///
  /// \tparam T as for an atomic of the base.
  template <class T>
  class atomic {
   public:
    /// As of the base; see StdAtomics::atomic.
    /// \{
    atomic() = default;
    explicit atomic(T value, Name name = {}) : value_(value, name) {}

    [[nodiscard]] T load(std::memory_order order) const { return hesitant(value_).load(order); }
    void store(T value, std::memory_order order) { hesitant(value_).store(value, order); }
    T exchange(T value, std::memory_order order) { return hesitant(value_).exchange(value, order); }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return hesitant(value_).compare_exchange_strong(expected, desired, success, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return hesitant(value_).compare_exchange_weak(expected, desired, success, failure);
    }
    T fetch_add(T value, std::memory_order order) requires std::integral<T> {
      return hesitant(value_).fetch_add(value, order);
    }
    T fetch_sub(T value, std::memory_order order) requires std::integral<T> {
      return hesitant(value_).fetch_sub(value, order);
    }
    T fetch_and(T value, std::memory_order order) requires std::integral<T> {
      return hesitant(value_).fetch_and(value, order);
    }
    T fetch_or(T value, std::memory_order order) requires std::integral<T> {
      return hesitant(value_).fetch_or(value, order);
    }
    T fetch_xor(T value, std::memory_order order) requires std::integral<T> {
      return hesitant(value_).fetch_xor(value, order);
    }
    T fetch_add(std::ptrdiff_t places, std::memory_order order) requires detail::PointerToObject<T> {
      return hesitant(value_).fetch_add(places, order);
    }
    T fetch_sub(std::ptrdiff_t places, std::memory_order order) requires detail::PointerToObject<T> {
      return hesitant(value_).fetch_sub(places, order);
    }

    template <class Predicate>
    T spin_until(Predicate predicate, std::memory_order order) const {
      return detail::spin_until<Base>(*this, predicate, order);
    }
    template <class Function>
    T spin_update(Function function, std::memory_order success, std::memory_order failure) {
      return detail::spin_update<Base>(*this, function, success, failure);
    }
    template <class Function>
    auto fetch_update(Function function, std::memory_order success, std::memory_order failure)
        -> detail::ValueBefore<T, Function> {
      return detail::fetch_update_from(*this, load(failure), function, success, failure);
    }
    template <class Function>
    auto fetch_update_from(T guess, Function function, std::memory_order success, std::memory_order failure)
        -> detail::ValueBefore<T, Function> {
      return detail::fetch_update_from(*this, guess, function, success, failure);
    }
    void wait(T old, std::memory_order order) const requires WaitingLayer<Base> { hesitant(value_).wait(old, order); }
    void notify_one() requires WaitingLayer<Base> { hesitant(value_).notify_one(); }
    void notify_all() requires WaitingLayer<Base> { hesitant(value_).notify_all(); }
    /// \}

   private:
    template <class Value>
    static Value& hesitant(Value& value) {
      Hesitation::perhaps();
      return value;
    }

    typename Base::template atomic<T> value_{};
  };
};

}  // namespace vigil
