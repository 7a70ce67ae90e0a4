#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/location.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/hooks.hpp>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace vigil::checker {

namespace detail {

template <class T>
concept Value = std::is_trivially_copyable_v<T> &&(sizeof(T) <= sizeof(std::uint64_t));

template <Value T>
[[nodiscard]] std::uint64_t encode(const T& value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <Value T>
[[nodiscard]] T decode(std::uint64_t bits) {
  std::remove_const_t<T> value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

template <class T>
[[nodiscard]] constexpr ValueType type_of() {
  using Kind = ValueType::Kind;
  const Kind kind = std::is_same_v<T, bool> ? Kind::boolean
                    : std::is_pointer_v<T>  ? Kind::pointer
                    : std::is_unsigned_v<T> ? Kind::unsigned_integer
                    : std::is_integral_v<T> ? Kind::signed_integer
                                            : Kind::other;
  return {kind, static_cast<std::uint8_t>(sizeof(T) <= sizeof(std::uint64_t) ? sizeof(T) : 0)};
}

// A predicate on values, or a function that makes one of them or none, for later: its captured bytes as words.
template <Value T, class Function>
[[nodiscard]] Condition condition_of(const Function& function) {
  static_assert(std::is_trivially_copyable_v<Function> && sizeof(Function) <= 2 * sizeof(std::uint64_t),
                "a predicate captures at most 16 bytes, by value");
  std::uint64_t words[2] = {};
  if constexpr (!std::is_empty_v<Function>) std::memcpy(words, &function, sizeof(Function));
  return {[](std::uint64_t& value, std::uint64_t first, std::uint64_t second) -> bool {
            const std::uint64_t both[2] = {first, second};
            alignas(Function) std::byte bytes[sizeof(Function)];
            std::memcpy(bytes, both, sizeof(Function));
            const auto result = (*std::launder(reinterpret_cast<const Function*>(bytes)))(decode<T>(value));
            if constexpr (vigil::detail::MaybeOf<std::remove_const_t<decltype(result)>, T>) {
              if (result.has_value()) value = encode<T>(*result);
              return result.has_value();
            } else {
              return static_cast<bool>(result);
            }
          },
          words[0], words[1]};
}

template <class T>
inline constexpr std::uint64_t kMaskOf = ~std::uint64_t{0} >> (64 - 8 * sizeof(T));

}  // namespace detail

/// An atomic whose every operation is a step of the execution.
///
/// A use after it was destroyed is a violation, and so is a use of one that was never constructed.
///
/// \snippet checker/checked_variables.cpp example
/// \tparam T a trivially copyable type of at most 8 bytes.
template <class T>
class CheckedAtomics::atomic {
  static_assert(detail::Value<T>, "an atomic holds a trivially copyable value of at most 8 bytes");

 public:
  /// Holds `T()`, or `value`.
  /// \{
  atomic() : atomic(T()) {}
  explicit atomic(T value, Name name = {})
      : handle_(detail::construct(detail::ObjectKind::atomic, this, detail::type_of<T>(), detail::encode(value), true,
                                  name)) {}
  /// \}
  ~atomic() { detail::destroy(handle_, detail::ObjectKind::atomic, this, {}); }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  /// As of `std::atomic`, with explicit orders; fetch_min and fetch_max as in C++26.
  ///
  /// \threads Any thread.
  /// \orders As the order says.
  /// \{
  [[nodiscard]] T load(LabelledOrder order, Location location = Location::current()) const {
    detail::show_state();
    return detail::decode<T>(detail::load(handle_, this, {order, location}));
  }
  void store(T value, LabelledOrder order, Location location = Location::current()) {
    detail::store(handle_, this, detail::encode(value), {order, location});
  }
  T exchange(T value, LabelledOrder order, Location location = Location::current()) {
    return modify(Action::exchange, value, order, location);
  }

  bool compare_exchange_strong(T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                               Location location = Location::current()) {
    return compare_exchange(expected, desired, false, {success, location}, failure);
  }
  bool compare_exchange_weak(T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                             Location location = Location::current()) {
    return compare_exchange(expected, desired, true, {success, location}, failure);
  }

  T fetch_add(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_add, value, order, location);
  }
  T fetch_sub(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_sub, value, order, location);
  }
  T fetch_and(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_and, value, order, location);
  }
  T fetch_or(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_or, value, order, location);
  }
  T fetch_xor(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_xor, value, order, location);
  }
  T fetch_min(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_min, value, order, location);
  }
  T fetch_max(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Action::fetch_max, value, order, location);
  }
  T fetch_add(std::ptrdiff_t places, LabelledOrder order,
              Location location = Location::current()) requires vigil::detail::PointerToObject<T> {
    return move_by(Action::fetch_add, places, order, location);
  }
  T fetch_sub(std::ptrdiff_t places, LabelledOrder order,
              Location location = Location::current()) requires vigil::detail::PointerToObject<T> {
    return move_by(Action::fetch_sub, places, order, location);
  }
  /// \}

  /// The loops; AtomicsLayer specifies them. Here `spin_until` is one step of the execution, a load that returns no
  /// value that the predicate rejects. `spin_update` is one step too, and a failed attempt is no part of any execution.
  ///
  /// \threads Any thread.
  /// \progress spin_until and spin_update are blocking: they wait for a value that another thread writes.
  /// \orders As a load, or a compare-exchange, with these orders.
  /// \pre The functions of `spin_until` and `spin_update` are trivially copyable, capture at most 16 bytes, and depend on
  ///   the value and their captures alone: the search calls them too.
  /// \{
  template <class Predicate>
  T spin_until(Predicate predicate, LabelledOrder order, Location location = Location::current()) const {
    if (detail::unrolls()) return vigil::detail::spin_until<CheckedAtomics>(*this, predicate, order, location);
    return detail::decode<T>(detail::spin_until(handle_, this, detail::condition_of<T>(predicate), {order, location}));
  }
  template <class Function>
  T spin_update(Function function, LabelledOrder success, LabelledOrder failure,
                Location location = Location::current()) {
    if (detail::unrolls())
      return vigil::detail::spin_update<CheckedAtomics>(*this, function, success, failure, location);
    return detail::decode<T>(
        detail::spin_update(handle_, this, detail::condition_of<T>(function), {success, location}, failure));
  }
  template <class Function>
  auto fetch_update(Function function, LabelledOrder success, LabelledOrder failure,
                    Location location = Location::current()) -> vigil::detail::ValueBefore<T, Function> {
    return update_from(load(failure, location), true, function, success, failure, location);
  }
  template <class Function>
  auto fetch_update_from(T guess, Function function, LabelledOrder success, LabelledOrder failure,
                         Location location = Location::current()) -> vigil::detail::ValueBefore<T, Function> {
    return update_from(guess, false, function, success, failure, location);
  }
  /// \}

  /// Blocks while the value is `old`, until notified, as of `std::atomic`. A spurious wakeup would only check the value
  /// again, so none is explored. A wait that no thread ends is a violation.
  ///
  /// \threads Any thread.
  /// \progress Blocking: waits until another thread has changed the value and notified.
  /// \orders As a load with this order.
  void wait(T old, LabelledOrder order, Location location = Location::current()) const {
    detail::wait(handle_, this, detail::encode(old), {order, location});
  }
  /// Like wait, unless a time limit comes first. Returns whether the value is another one. There is no clock: both are
  /// explored, as often as Options::timeouts says.
  ///
  /// \threads Any thread.
  /// \progress Blocking.
  /// \orders As a load with this order.
  [[nodiscard]] bool wait_for(T old, LabelledOrder order, Location location = Location::current()) const {
    detail::show_state();
    return detail::wait_for(handle_, this, detail::encode(old), {order, location});
  }
  /// Wakes a thread that waits, or all. Which one is woken is a choice.
  ///
  /// \threads Any thread.
  /// \{
  void notify_one(Location location = Location::current()) { detail::notify(handle_, this, false, location); }
  void notify_all(Location location = Location::current()) { detail::notify(handle_, this, true, location); }
  /// \}

 private:
  T modify(Action action, T value, LabelledOrder order, Location location) {
    detail::show_state();
    return detail::decode<T>(
        detail::modify(handle_, this, action, detail::encode(value), detail::kMaskOf<T>, {order, location}));
  }
  T move_by(Action action, std::ptrdiff_t places, LabelledOrder order, Location location) {
    detail::show_state();
    const auto bytes = places * static_cast<std::ptrdiff_t>(sizeof(std::remove_pointer_t<T>));
    return detail::decode<T>(detail::modify(handle_, this, action, static_cast<std::uint64_t>(bytes),
                                            detail::kMaskOf<T>, {order, location}));
  }
  // A value that was read is still there when the attempt succeeds; a guess that was wrong is as good as a load.
  template <class Function>
  vigil::detail::ValueBefore<T, Function> update_from(T value, bool was_read, Function& function, LabelledOrder success,
                                                      LabelledOrder failure, Location location) {
    if (detail::unrolls()) return vigil::detail::fetch_update_from(*this, value, function, success, failure, location);
    for (;;) {
      const auto next = function(value);
      T desired{};
      if constexpr (vigil::detail::MaybeOf<vigil::detail::ValueBefore<T, Function>, T>) {
        if (!next.has_value()) return std::nullopt;
        desired = *next;
      } else {
        desired = next;
      }
      if (was_read) {
        detail::exchange_or_wait(handle_, this, detail::encode(value), detail::encode(desired), {success, location},
                                 failure);
        return value;
      }
      if (compare_exchange(value, desired, false, {success, location}, failure)) return value;
      was_read = true;
    }
  }
  bool compare_exchange(T& expected, T desired, bool weak, const detail::Site& success, LabelledOrder failure) {
    detail::show_state();
    const auto found = detail::compare_exchange(handle_, this, detail::encode(expected), detail::encode(desired), weak,
                                                success, failure);
    if (!found.written) expected = detail::decode<T>(found.before);
    return found.written;
  }

  detail::Handle handle_;
};

/// Plain data. Two unordered accesses of which one is a `set` are a data race, which is a violation.
///
/// \tparam T the type of the data. Traces show the value if it is trivially copyable and has at most 8 bytes.
template <class T>
class CheckedAtomics::var {
 public:
  /// Holds no value: reading it is a violation until a value is set.
  /// \{
  var() : var(Name()) {}
  explicit var(Name name) : value_(), handle_(construct(false, name)) {}
  /// \}
  /// Holds `value`.
  explicit var(T value, Name name = {}) : value_(std::move(value)), handle_(construct(true, name)) {}
  ~var() { detail::destroy(handle_, detail::ObjectKind::var, this, {}); }
  var(const var&) = delete;
  var& operator=(const var&) = delete;

  /// The value. A violation if no thread has set it.
  [[nodiscard]] const T& get(Location location = Location::current()) const {
    detail::read_var(handle_, this, bits(), location);
    return value_;
  }
  /// Changes the value.
  void set(T value, Location location = Location::current()) {
    std::uint64_t bits_of_value = 0;
    if constexpr (detail::Value<T>) bits_of_value = detail::encode(value);
    detail::write_var(handle_, this, bits_of_value, location);
    value_ = std::move(value);
  }

 private:
  detail::Handle construct(bool is_initialised, Name name) {
    return detail::construct(detail::ObjectKind::var, this, detail::type_of<T>(), bits(), is_initialised, name);
  }
  [[nodiscard]] std::uint64_t bits() const {
    if constexpr (detail::Value<T>) return detail::encode(value_);
    return 0;
  }

  T value_;
  detail::Handle handle_;
};

}  // namespace vigil::checker
