#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <atomic>
#include <concepts>
#include <string>
#include <vector>

namespace vigil::testing {

// The machine, for one thread, with a list of the steps that it takes: the labels of its atomic operations and fences.
// A test says by them what a call costs.
struct LabelledSteps : StdAtomics {
  static inline std::vector<std::string> steps;

  // The steps of one call.
  template <class Call>
  static std::vector<std::string> of(Call call) {
    steps.clear();
    call();
    return steps;
  }

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;

   public:
    using Base::Base;

    [[nodiscard]] T load(LabelledOrder order) const { return Base::load(taken(order)); }
    void store(T value, LabelledOrder order) { Base::store(value, taken(order)); }
    T exchange(T value, LabelledOrder order) { return Base::exchange(value, taken(order)); }
    bool compare_exchange_strong(T& expected, T desired, LabelledOrder success, LabelledOrder failure) {
      return Base::compare_exchange_strong(expected, desired, taken(success), failure.value);
    }
    bool compare_exchange_weak(T& expected, T desired, LabelledOrder success, LabelledOrder failure) {
      return Base::compare_exchange_strong(expected, desired, taken(success), failure.value);
    }
    T fetch_add(T value, LabelledOrder order) requires std::integral<T> { return Base::fetch_add(value, taken(order)); }
    T fetch_sub(T value, LabelledOrder order) requires std::integral<T> { return Base::fetch_sub(value, taken(order)); }

    template <class Function>
    auto fetch_update(Function function, LabelledOrder success, LabelledOrder failure)
        -> detail::ValueBefore<T, Function> {
      return detail::fetch_update_from(*this, load(failure), function, success, failure);
    }
    template <class Function>
    auto fetch_update_from(T guess, Function function, LabelledOrder success, LabelledOrder failure)
        -> detail::ValueBefore<T, Function> {
      return detail::fetch_update_from(*this, guess, function, success, failure);
    }
  };

  static void fence(LabelledOrder order) { StdAtomics::fence(taken(order)); }
  static void fence_light(LabelledOrder order) { StdAtomics::fence_light(taken(order)); }
  static void fence_heavy(LabelledOrder order) { StdAtomics::fence_heavy(taken(order)); }

 private:
  static std::memory_order taken(LabelledOrder order) {
    steps.emplace_back(order.label);
    return order.value;
  }
};

}  // namespace vigil::testing
