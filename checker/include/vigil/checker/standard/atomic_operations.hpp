#pragma once

#include <vigil/checker/standard/value.hpp>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace vigil::checker::standard::detail {

// The order of a failed compare-exchange that is given one order only.
[[nodiscard]] constexpr std::memory_order failure_order(std::memory_order order) noexcept {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  if (order == std::memory_order_release) return std::memory_order_relaxed;
  return order;
}

template <class T>
concept Arithmetic = (std::integral<T> && !std::same_as<T, bool>) || std::floating_point<T>;
template <class T>
concept Bits = std::integral<T> && !std::same_as<T, bool>;
template <class T>
concept Movable = std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>;

template <class T>
struct DifferenceOf {
  using type = T;
};
template <Movable T>
struct DifferenceOf<T> {
  using type = std::ptrdiff_t;
};

// What std::atomic and std::atomic_ref have in common. `Self` says where the value is, and `T` is its type.
template <class Self, class T>
class AtomicOperations {
 public:
  using value_type = T;
  using difference_type = typename DifferenceOf<T>::type;
  static constexpr bool is_always_lock_free = sizeof(T) <= 2 * sizeof(void*);

  [[nodiscard]] bool is_lock_free() const noexcept { return is_always_lock_free; }

  T load(std::memory_order order = std::memory_order_seq_cst, Location location = Location::current()) const noexcept {
    hooks::show_state();
    return decode<T>(hooks::load(self().handle(), self().address(), {order, location}));
  }
  operator T() const noexcept { return load(std::memory_order_seq_cst, {}); }
  void store(T value, std::memory_order order = std::memory_order_seq_cst,
             Location location = Location::current()) const noexcept {
    hooks::store(self().handle(), self().address(), encode(value), {order, location});
    after_write();
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst,
             Location location = Location::current()) const noexcept {
    return modify(Action::exchange, encode(value), order, location);
  }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure,
                               Location location = Location::current()) const noexcept {
    return compare_exchange(expected, desired, false, {success, location}, failure);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure,
                             Location location = Location::current()) const noexcept {
    return compare_exchange(expected, desired, true, {success, location}, failure);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order order = std::memory_order_seq_cst,
                               Location location = Location::current()) const noexcept {
    return compare_exchange(expected, desired, false, {order, location}, failure_order(order));
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order order = std::memory_order_seq_cst,
                             Location location = Location::current()) const noexcept {
    return compare_exchange(expected, desired, true, {order, location}, failure_order(order));
  }

  T fetch_add(difference_type value, std::memory_order order = std::memory_order_seq_cst,
              Location location = Location::current()) const noexcept requires(Arithmetic<T> || Movable<T>) {
    return add(Action::fetch_add, value, order, location);
  }
  T fetch_sub(difference_type value, std::memory_order order = std::memory_order_seq_cst,
              Location location = Location::current()) const noexcept requires(Arithmetic<T> || Movable<T>) {
    return add(Action::fetch_sub, value, order, location);
  }
  T fetch_and(T value, std::memory_order order = std::memory_order_seq_cst,
              Location location = Location::current()) const noexcept requires Bits<T> {
    return modify(Action::fetch_and, encode(value), order, location);
  }
  T fetch_or(T value, std::memory_order order = std::memory_order_seq_cst,
             Location location = Location::current()) const noexcept requires Bits<T> {
    return modify(Action::fetch_or, encode(value), order, location);
  }
  T fetch_xor(T value, std::memory_order order = std::memory_order_seq_cst,
              Location location = Location::current()) const noexcept requires Bits<T> {
    return modify(Action::fetch_xor, encode(value), order, location);
  }

  // Operators take no location: a trace names no line for them.
  T operator++() const noexcept requires(Bits<T> || Movable<T>) { return plus(fetch_add(1, kOrder, {}), 1); }
  T operator--() const noexcept requires(Bits<T> || Movable<T>) { return minus(fetch_sub(1, kOrder, {}), 1); }
  T operator++(int) const noexcept requires(Bits<T> || Movable<T>) { return fetch_add(1, kOrder, {}); }
  T operator--(int) const noexcept requires(Bits<T> || Movable<T>) { return fetch_sub(1, kOrder, {}); }
  T operator+=(difference_type value) const noexcept requires(Arithmetic<T> || Movable<T>) {
    return plus(fetch_add(value, kOrder, {}), value);
  }
  T operator-=(difference_type value) const noexcept requires(Arithmetic<T> || Movable<T>) {
    return minus(fetch_sub(value, kOrder, {}), value);
  }
  T operator&=(T value) const noexcept requires Bits<T> { return static_cast<T>(fetch_and(value, kOrder, {}) & value); }
  T operator|=(T value) const noexcept requires Bits<T> { return static_cast<T>(fetch_or(value, kOrder, {}) | value); }
  T operator^=(T value) const noexcept requires Bits<T> { return static_cast<T>(fetch_xor(value, kOrder, {}) ^ value); }

  void wait(T old, std::memory_order order = std::memory_order_seq_cst,
            Location location = Location::current()) const noexcept {
    hooks::wait(self().handle(), self().address(), encode(old), {order, location});
  }
  void notify_one(Location location = Location::current()) const noexcept {
    hooks::notify(self().handle(), self().address(), false, location);
  }
  void notify_all(Location location = Location::current()) const noexcept {
    hooks::notify(self().handle(), self().address(), true, location);
  }

  // Not of the standard, for what is built on atomics here: waits, in one step, for a value for which `function` does
  // not return nullopt, and replaces it. `blocks`: how the thread waits.
  template <class Function>
  T replace_when(Function function, hooks::Condition::Wait wait, const hooks::Site& success,
                 std::memory_order failure) const noexcept {
    hooks::show_state();
    auto condition = hooks::condition_of<T>(function);
    condition.wait = wait;
    const auto before = hooks::spin_update(self().handle(), self().address(), condition, success, failure);
    after_write();
    return hooks::decode<T>(before);
  }
  // Likewise for a value for which `predicate` holds, by a load.
  template <class Predicate>
  T load_when(Predicate predicate, hooks::Condition::Wait wait, const hooks::Site& site) const noexcept {
    hooks::show_state();
    auto condition = hooks::condition_of<T>(predicate);
    condition.wait = wait;
    return hooks::decode<T>(hooks::spin_until(self().handle(), self().address(), condition, site));
  }
  // Whether a wait with a time limit ends by it that begins now.
  [[nodiscard]] bool times_out(Location location) const noexcept {
    hooks::show_state();
    return hooks::times_out(self().handle(), self().address(), location);
  }

 private:
  static constexpr auto kOrder = std::memory_order_seq_cst;

  [[nodiscard]] const Self& self() const noexcept { return static_cast<const Self&>(*this); }
  // What the value is plain memory of reads it there later.
  void after_write() const noexcept {
    if constexpr (requires { self().write_back(); }) self().write_back();
  }

  [[nodiscard]] static T plus(T value, difference_type change) noexcept { return static_cast<T>(value + change); }
  [[nodiscard]] static T minus(T value, difference_type change) noexcept { return static_cast<T>(value - change); }

  T modify(Action action, std::uint64_t operand, std::memory_order order, Location location) const noexcept {
    hooks::show_state();
    const auto before = hooks::modify(self().handle(), self().address(), action, operand, kMask<T>, {order, location});
    after_write();
    return decode<T>(before);
  }
  T add(Action action, difference_type value, std::memory_order order, Location location) const noexcept {
    if constexpr (Movable<T>) {
      const auto bytes = value * static_cast<std::ptrdiff_t>(sizeof(std::remove_pointer_t<T>));
      return modify(action, static_cast<std::uint64_t>(bytes), order, location);
    } else if constexpr (std::integral<T>) {
      return modify(action, encode(value), order, location);
    } else if constexpr (kFitsIntoWord<T>) {
      const T change = action == Action::fetch_add ? value : -value;
      return replace_when([change](T before) { return std::optional<T>(before + change); },
                          hooks::Condition::Wait::spins, {order, location}, std::memory_order_relaxed);
    } else {
      const T change = action == Action::fetch_add ? value : -value;
      T before = load(std::memory_order_relaxed, location);
      while (!compare_exchange_weak(before, before + change, order, std::memory_order_relaxed, location)) {
      }
      return before;
    }
  }
  bool compare_exchange(T& expected, T desired, bool weak, const hooks::Site& success,
                        std::memory_order failure) const noexcept {
    hooks::show_state();
    const auto found = hooks::compare_exchange(self().handle(), self().address(), encode(expected), encode(desired),
                                               weak, success, failure);
    if (found.written)
      after_write();
    else
      expected = decode<T>(found.before);
    return found.written;
  }
};

}  // namespace vigil::checker::standard::detail
