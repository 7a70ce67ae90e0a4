#pragma once

#include <vigil/atomics/maybe_value.hpp>

#include <concepts>
#include <optional>
#include <type_traits>

namespace vigil::detail {

// The loops of a layer that runs on a machine: `spin_until`, `spin_update`, `fetch_update`, `fetch_update_from` and
// `retry`. AtomicsLayer (vigil/atomics/layer.hpp) specifies what they promise and what they require of the caller.
// `where` is the Location of the call in a layer that records executions, and empty in others.
//
// They are always inlined because clang 14 then inlines the caller's function too. Otherwise it calls that function in
// each attempt.

template <class Maybe, class T>
concept MaybeOf = std::same_as<Maybe, std::optional<T>> || std::same_as<Maybe, MaybeValue<T>>;

// What `fetch_update` returns: the previous value, as a T if `Function` returns a T, otherwise as the optional type
// that `Function` returns.
template <class T, class Function, class Next = std::invoke_result_t<Function&, T>>
using ValueBefore = std::conditional_t<MaybeOf<Next, T>, Next, T>;

template <class Layer, class Atomic, class Predicate, class Order, class... Where>
[[gnu::always_inline]] inline auto spin_until(const Atomic& atomic, Predicate& predicate, Order order, Where... where) {
  for (;;) {
    const auto value = atomic.load(order, where...);
    if (predicate(value)) return value;
    Layer::relax(where...);
  }
}

template <class Layer, class Atomic, class Function, class Success, class Failure, class... Where>
[[gnu::always_inline]] inline auto spin_update(Atomic& atomic, Function& function, Success success, Failure failure,
                                               Where... where) {
  for (auto value = atomic.load(failure, where...);;) {
    auto next = function(value);
    while (!next.has_value()) {
      Layer::relax(where...);
      value = atomic.load(failure, where...);
      next = function(value);
    }
    if (atomic.compare_exchange_weak(value, *next, success, failure, where...)) return value;
  }
}

template <class Atomic, class T, class Function, class Success, class Failure, class... Where>
[[gnu::always_inline]] inline ValueBefore<T, Function> fetch_update_from(Atomic& atomic, T value, Function& function,
                                                                         Success success, Failure failure,
                                                                         Where... where) {
  for (;;) {
    if constexpr (MaybeOf<ValueBefore<T, Function>, T>) {
      const auto next = function(value);
      if (!next.has_value()) return std::nullopt;
      if (atomic.compare_exchange_weak(value, *next, success, failure, where...)) return value;
    } else {
      const T next = function(value);
      if (atomic.compare_exchange_weak(value, next, success, failure, where...)) return value;
    }
  }
}

template <class Attempt>
[[gnu::always_inline]] inline void retry(Attempt& attempt) {
  while (!attempt()) {
  }
}

}  // namespace vigil::detail
