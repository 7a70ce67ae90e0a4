#pragma once

#include <vigil/checker/standard/atomic.hpp>
#include <vigil/checker/standard/mutex.hpp>

#include <chrono>
#include <cstdint>
#include <optional>

namespace vigil::checker::standard {

/// `std::shared_mutex`: one thread holds it alone, or any number share it. A thread that waits for it forever is a
/// deadlock.
class shared_mutex {
 public:
  shared_mutex() = default;
  shared_mutex(const shared_mutex&) = delete;
  shared_mutex& operator=(const shared_mutex&) = delete;

  /// As of `std::shared_mutex`. A try fails only if the mutex is held in the way.
  /// \{
  void lock(Location location = Location::current()) { lock_by(Wait::blocks, location); }
  bool try_lock(Location location = Location::current()) {
    std::uint32_t free = 0;
    return readers_.compare_exchange_strong(free, kWriter, kAcquire, kRelaxed, in_library(location));
  }
  void unlock(Location location = Location::current()) {
    if (readers_.exchange(0, kRelease, in_library(location)) != kWriter)
      misuse("unlocks a shared mutex that is not locked");
  }
  void lock_shared(Location location = Location::current()) { share_by(Wait::blocks, location); }
  bool try_lock_shared(Location location = Location::current()) {
    std::uint32_t readers = readers_.load(kRelaxed, in_library(location));
    while (readers != kWriter)
      if (readers_.compare_exchange_strong(readers, readers + 1, kAcquire, kRelaxed, in_library(location))) return true;
    return false;
  }
  void unlock_shared(Location location = Location::current()) {
    const std::uint32_t readers = readers_.fetch_sub(1, kRelease, in_library(location));
    if (readers == 0 || readers == kWriter) misuse("unlocks a shared mutex that is not shared");
  }
  /// \}

 protected:
  /// \cond
  using Wait = detail::hooks::Condition::Wait;
  bool lock_in_time(Location location) {
    if (readers_.times_out(location)) {
      detail::hooks::assume(!try_lock(location));
      return false;
    }
    lock_by(Wait::has_time_limit, location);
    return true;
  }
  bool share_in_time(Location location) {
    if (readers_.times_out(location)) {
      detail::hooks::assume(!try_lock_shared(location));
      return false;
    }
    share_by(Wait::has_time_limit, location);
    return true;
  }
  /// \endcond

 private:
  static constexpr std::uint32_t kWriter = ~std::uint32_t{0};
  static constexpr auto kAcquire = std::memory_order_acquire;
  static constexpr auto kRelease = std::memory_order_release;
  static constexpr auto kRelaxed = std::memory_order_relaxed;

  static constexpr Location in_library(Location location) { return detail::hooks::in_library(location); }
  static void misuse(const char* what) { detail::require(false, what, {}); }
  void lock_by(Wait wait, Location location) {
    readers_.replace_when([](std::uint32_t readers) { return readers == 0 ? std::optional(kWriter) : std::nullopt; },
                          wait, {kAcquire, in_library(location)}, kRelaxed);
  }
  void share_by(Wait wait, Location location) {
    readers_.replace_when(
        [](std::uint32_t readers) { return readers != kWriter ? std::optional(readers + 1) : std::nullopt; }, wait,
        {kAcquire, in_library(location)}, kRelaxed);
  }

  atomic<std::uint32_t> readers_{0};
};

/// `std::shared_timed_mutex`: of which a thread may give up waiting; see timed_mutex.
class shared_timed_mutex : public shared_mutex {
 public:
  /// As of `std::shared_timed_mutex`.
  /// \{
  template <class Rep, class Period>
  bool try_lock_for(const std::chrono::duration<Rep, Period>& duration, Location location = Location::current()) {
    return detail::is_over(duration) ? try_lock(location) : lock_in_time(location);
  }
  template <class Clock, class Duration>
  bool try_lock_until(const std::chrono::time_point<Clock, Duration>& /*time*/,
                      Location location = Location::current()) {
    return lock_in_time(location);
  }
  template <class Rep, class Period>
  bool try_lock_shared_for(const std::chrono::duration<Rep, Period>& duration,
                           Location location = Location::current()) {
    return detail::is_over(duration) ? try_lock_shared(location) : share_in_time(location);
  }
  template <class Clock, class Duration>
  bool try_lock_shared_until(const std::chrono::time_point<Clock, Duration>& /*time*/,
                             Location location = Location::current()) {
    return share_in_time(location);
  }
  /// \}
};

}  // namespace vigil::checker::standard
