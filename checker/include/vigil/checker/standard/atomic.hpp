#pragma once

#include <vigil/checker/standard/atomic_operations.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace vigil::checker::standard {

/// `std::atomic` in which each operation is a step of an execution that the checker explores, with the interface of
/// C++20: default orders, operators, conversions, wait and notify.
///
/// A value of more than 8 bytes is one step as well. clang cannot clear padding: with it, values with padding compare
/// different if their padding does. Not constexpr, and not constinit: a static object tells the checker of itself when
/// it is constructed. An operator is shown in a trace without the line that it is in.
///
/// \tparam T a trivially copyable type.
template <class T>
class atomic : public detail::AtomicOperations<atomic<T>, T> {
  static_assert(std::is_trivially_copyable_v<T>, "an atomic has a trivially copyable value");

 public:
  /// Holds `T()`, or `value`.
  /// \{
  atomic() noexcept(std::is_nothrow_default_constructible_v<T>) : atomic(T()) {}
  atomic(T value) noexcept : object_(detail::beginning_as(value)) {}
  /// \}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  /// Stores the value, seq_cst. Returns it.
  T operator=(T value) noexcept {
    this->store(value, std::memory_order_seq_cst, {});
    return value;
  }

  /// \cond
  [[nodiscard]] const detail::hooks::Handle& handle() const noexcept { return object_.handle(); }
  [[nodiscard]] const void* address() const noexcept { return &object_; }
  /// \endcond

 private:
  detail::Object object_;
};

/// The names of the standard.
/// \{
using atomic_bool = atomic<bool>;
using atomic_char = atomic<char>;
using atomic_schar = atomic<signed char>;
using atomic_uchar = atomic<unsigned char>;
using atomic_short = atomic<short>;
using atomic_ushort = atomic<unsigned short>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned int>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_char8_t = atomic<char8_t>;
using atomic_char16_t = atomic<char16_t>;
using atomic_char32_t = atomic<char32_t>;
using atomic_wchar_t = atomic<wchar_t>;
using atomic_int8_t = atomic<std::int8_t>;
using atomic_uint8_t = atomic<std::uint8_t>;
using atomic_int16_t = atomic<std::int16_t>;
using atomic_uint16_t = atomic<std::uint16_t>;
using atomic_int32_t = atomic<std::int32_t>;
using atomic_uint32_t = atomic<std::uint32_t>;
using atomic_int64_t = atomic<std::int64_t>;
using atomic_uint64_t = atomic<std::uint64_t>;
using atomic_int_least8_t = atomic<std::int_least8_t>;
using atomic_uint_least8_t = atomic<std::uint_least8_t>;
using atomic_int_least16_t = atomic<std::int_least16_t>;
using atomic_uint_least16_t = atomic<std::uint_least16_t>;
using atomic_int_least32_t = atomic<std::int_least32_t>;
using atomic_uint_least32_t = atomic<std::uint_least32_t>;
using atomic_int_least64_t = atomic<std::int_least64_t>;
using atomic_uint_least64_t = atomic<std::uint_least64_t>;
using atomic_int_fast8_t = atomic<std::int_fast8_t>;
using atomic_uint_fast8_t = atomic<std::uint_fast8_t>;
using atomic_int_fast16_t = atomic<std::int_fast16_t>;
using atomic_uint_fast16_t = atomic<std::uint_fast16_t>;
using atomic_int_fast32_t = atomic<std::int_fast32_t>;
using atomic_uint_fast32_t = atomic<std::uint_fast32_t>;
using atomic_int_fast64_t = atomic<std::int_fast64_t>;
using atomic_uint_fast64_t = atomic<std::uint_fast64_t>;
using atomic_intptr_t = atomic<std::intptr_t>;
using atomic_uintptr_t = atomic<std::uintptr_t>;
using atomic_size_t = atomic<std::size_t>;
using atomic_ptrdiff_t = atomic<std::ptrdiff_t>;
using atomic_intmax_t = atomic<std::intmax_t>;
using atomic_uintmax_t = atomic<std::uintmax_t>;
using atomic_signed_lock_free = atomic<int>;
using atomic_unsigned_lock_free = atomic<unsigned int>;
/// \}

/// A fence; a relaxed fence is none.
///
/// \orders As of `std::atomic_thread_fence`.
inline void atomic_thread_fence(std::memory_order order, Location location = Location::current()) noexcept {
  detail::hooks::fence({order, location});
}

}  // namespace vigil::checker::standard
