#pragma once

#include "hook.hpp"
#include "objects.hpp"
#include "places.hpp"
#include "wide_values.hpp"

#include <vigil/checker/hooks.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

// The atomic operations of the program, on integers of 1 to 16 bytes. Before main there is one thread, and they are
// plain ones.

namespace vigil::unmodified {

// What compilers add above these bits are hints for the processor. A number that names no order stays one.
inline std::memory_order order_of(int order) { return static_cast<std::memory_order>(order & 0x7fff); }

template <class T>
constexpr bool kIsWide = sizeof(T) > sizeof(std::uint64_t);
template <class T>
constexpr std::uint64_t kMask = kIsWide<T> ? ~std::uint64_t{0} : ~std::uint64_t{0} >> (64 - 8 * (sizeof(T) % 9));

template <class T>
std::uint64_t encode(T value) {
  if constexpr (kIsWide<T>)
    return wide_values().number(value);
  else
    return value;
}
template <class T>
T decode(std::uint64_t bits) {
  if constexpr (kIsWide<T>)
    return wide_values()[bits];
  else
    return static_cast<T>(bits);
}

template <class T>
Found& used(const volatile T* atomic, bool writes) {
  return objects().use(ObjectKind::atomic, atomic, sizeof(T), writes);
}

template <class T>
T load(const volatile T* atomic, int order) {
  if (!explores()) return *atomic;
  const Hook hook;
  const Found& found = used(atomic, false);
  return decode<T>(detail::load(found.handle, const_cast<const T*>(atomic), {order_of(order), place()}));
}

template <class T>
void store(volatile T* atomic, T value, int order) {
  if (!explores()) {
    *atomic = value;
    return;
  }
  const Hook hook;
  Found& found = used(atomic, true);
  detail::store(found.handle, const_cast<const T*>(atomic), encode(value), {order_of(order), place()});
  objects().show(found, value);
}

template <class T>
T result_of(Action action, T before, T operand) {
  switch (action) {
    case Action::fetch_add:
      return static_cast<T>(before + operand);
    case Action::fetch_sub:
      return static_cast<T>(before - operand);
    case Action::fetch_and:
      return before & operand;
    case Action::fetch_or:
      return before | operand;
    case Action::fetch_xor:
      return before ^ operand;
    default:
      return operand;
  }
}

// What no single step of the checker does: a loop of compare-exchanges, of which only the last is part of an execution.
template <class T, class Function>
T replace(volatile T* atomic, int order, Function function) {
  if (!explores()) {
    const T before = *atomic;
    *atomic = function(before);
    return before;
  }
  const Hook hook;
  Found& found = used(atomic, true);
  const detail::Site success{order_of(order), place()};
  const std::uint64_t bits =
      detail::load(found.handle, const_cast<const T*>(atomic), {std::memory_order_relaxed, success.location});
  const T before = decode<T>(bits);
  detail::exchange_or_wait(found.handle, const_cast<const T*>(atomic), bits, encode(function(before)), success,
                           std::memory_order_relaxed);
  objects().show(found, function(before));
  return before;
}

template <class T>
T modify(volatile T* atomic, Action action, T operand, int order) {
  const auto function = [=](T before) { return result_of(action, before, operand); };
  if (!explores() || (kIsWide<T> && action != Action::exchange)) return replace(atomic, order, function);
  const Hook hook;
  Found& found = used(atomic, true);
  const T before = decode<T>(detail::modify(found.handle, const_cast<const T*>(atomic), action, encode(operand),
                                            kMask<T>, {order_of(order), place()}));
  objects().show(found, function(before));
  return before;
}

// Where a weak one was called, whose failures are counted for each place.
struct Caller {
  const void* code = nullptr;
  const void* frame = nullptr;
};

template <class T>
bool compare_exchange(volatile T* atomic, T* expected, T desired, int success, int failure,
                      const Caller* weak = nullptr) {
  if (!explores()) {
    const T before = *atomic;
    if (before == *expected) *atomic = desired;
    return before == std::exchange(*expected, before);
  }
  const Hook hook;
  Found& found = used(atomic, false);
  objects().expect_write(found);
  const Location where = weak != nullptr ? call_site(weak->code, weak->frame) : place();
  const auto result =
      detail::compare_exchange(found.handle, const_cast<const T*>(atomic), encode(*expected), encode(desired),
                               weak != nullptr, {order_of(success), where}, order_of(failure));
  if (!result.written) {
    *expected = decode<T>(result.before);
    return false;
  }
  objects().note_write(found);
  objects().show(found, desired);
  return true;
}

template <class T>
T compare_exchange_value(volatile T* atomic, T expected, T desired, int success, int failure) {
  (void)compare_exchange(atomic, &expected, desired, success, failure);
  return expected;
}

}  // namespace vigil::unmodified
