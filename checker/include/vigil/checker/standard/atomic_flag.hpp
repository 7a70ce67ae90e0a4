#pragma once

#include <vigil/checker/standard/atomic.hpp>

namespace vigil::checker::standard {

/// `std::atomic_flag`, clear at first.
class atomic_flag {
 public:
  atomic_flag() noexcept = default;
  /// For ATOMIC_FLAG_INIT.
  atomic_flag(bool value) noexcept : value_(value) {}
  atomic_flag(const atomic_flag&) = delete;
  atomic_flag& operator=(const atomic_flag&) = delete;

  /// As of `std::atomic_flag`.
  /// \threads Any thread.
  /// \orders As the order says.
  /// \{
  bool test_and_set(std::memory_order order = std::memory_order_seq_cst,
                    Location location = Location::current()) noexcept {
    return value_.exchange(true, order, location);
  }
  void clear(std::memory_order order = std::memory_order_seq_cst, Location location = Location::current()) noexcept {
    value_.store(false, order, location);
  }
  [[nodiscard]] bool test(std::memory_order order = std::memory_order_seq_cst,
                          Location location = Location::current()) const noexcept {
    return value_.load(order, location);
  }
  void wait(bool old, std::memory_order order = std::memory_order_seq_cst,
            Location location = Location::current()) const noexcept {
    value_.wait(old, order, location);
  }
  void notify_one(Location location = Location::current()) noexcept { value_.notify_one(location); }
  void notify_all(Location location = Location::current()) noexcept { value_.notify_all(location); }
  /// \}

 private:
  atomic<bool> value_{false};
};

/// The functions of the standard that do what the members of atomic_flag do.
/// \{
inline bool atomic_flag_test_and_set(atomic_flag* flag, Location location = Location::current()) noexcept {
  return flag->test_and_set(std::memory_order_seq_cst, location);
}
inline bool atomic_flag_test_and_set_explicit(atomic_flag* flag, std::memory_order order,
                                              Location location = Location::current()) noexcept {
  return flag->test_and_set(order, location);
}
inline void atomic_flag_clear(atomic_flag* flag, Location location = Location::current()) noexcept {
  flag->clear(std::memory_order_seq_cst, location);
}
inline void atomic_flag_clear_explicit(atomic_flag* flag, std::memory_order order,
                                       Location location = Location::current()) noexcept {
  flag->clear(order, location);
}
inline bool atomic_flag_test(const atomic_flag* flag, Location location = Location::current()) noexcept {
  return flag->test(std::memory_order_seq_cst, location);
}
inline bool atomic_flag_test_explicit(const atomic_flag* flag, std::memory_order order,
                                      Location location = Location::current()) noexcept {
  return flag->test(order, location);
}
inline void atomic_flag_wait(const atomic_flag* flag, bool old, Location location = Location::current()) noexcept {
  flag->wait(old, std::memory_order_seq_cst, location);
}
inline void atomic_flag_wait_explicit(const atomic_flag* flag, bool old, std::memory_order order,
                                      Location location = Location::current()) noexcept {
  flag->wait(old, order, location);
}
inline void atomic_flag_notify_one(atomic_flag* flag, Location location = Location::current()) noexcept {
  flag->notify_one(location);
}
inline void atomic_flag_notify_all(atomic_flag* flag, Location location = Location::current()) noexcept {
  flag->notify_all(location);
}
/// \}

}  // namespace vigil::checker::standard
