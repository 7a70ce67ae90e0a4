#pragma once

#include <vigil/checker/standard/atomic.hpp>
#include <vigil/checker/standard/mutex.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace vigil::checker::standard {

/// `std::counting_semaphore`. To acquire is one step. A thread that waits for it forever misses a wake; a count above
/// the maximum is a violation.
///
/// A try fails only if the count is 0. The standard allows it to fail without a reason; that is not explored.
template <std::ptrdiff_t Maximum = PTRDIFF_MAX>
class counting_semaphore {
 public:
  explicit counting_semaphore(std::ptrdiff_t count) : count_(count) {}
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept { return Maximum; }

  /// As of `std::counting_semaphore`.
  /// \orders What other threads did before they released it happens before what follows an acquire.
  /// \{
  void release(std::ptrdiff_t update = 1, Location location = Location::current()) {
    const auto before = count_.fetch_add(update, std::memory_order_release, detail::hooks::in_library(location));
    detail::require(update >= 0 && before <= Maximum - update, "a semaphore is released above its maximum", location);
  }
  void acquire(Location location = Location::current()) { acquire_by(Wait::sleeps, location); }
  bool try_acquire(Location location = Location::current()) noexcept {
    auto count = count_.load(std::memory_order_relaxed, detail::hooks::in_library(location));
    while (count != 0)
      if (count_.compare_exchange_strong(count, count - 1, std::memory_order_acquire, std::memory_order_relaxed,
                                         detail::hooks::in_library(location)))
        return true;
    return false;
  }
  template <class Rep, class Period>
  bool try_acquire_for(const std::chrono::duration<Rep, Period>& duration, Location location = Location::current()) {
    return detail::is_over(duration) ? try_acquire(location) : acquire_in_time(location);
  }
  template <class Clock, class Duration>
  bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& /*time*/,
                         Location location = Location::current()) {
    return acquire_in_time(location);
  }
  /// \}

 private:
  using Wait = detail::hooks::Condition::Wait;

  void acquire_by(Wait wait, Location location) {
    count_.replace_when([](std::ptrdiff_t count) { return count != 0 ? std::optional(count - 1) : std::nullopt; }, wait,
                        {std::memory_order_acquire, detail::hooks::in_library(location)}, std::memory_order_relaxed);
  }
  bool acquire_in_time(Location location) {
    if (count_.times_out(location)) {
      detail::hooks::assume(!try_acquire(location));
      return false;
    }
    acquire_by(Wait::has_time_limit, location);
    return true;
  }

  atomic<std::ptrdiff_t> count_;
};

/// `std::binary_semaphore`.
using binary_semaphore = counting_semaphore<1>;

}  // namespace vigil::checker::standard
