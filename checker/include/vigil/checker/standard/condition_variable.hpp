#pragma once

#include <vigil/checker/standard/locks.hpp>
#include <vigil/checker/standard/object.hpp>
#include <vigil/checker/standard/stop_token.hpp>

#include <chrono>
#include <condition_variable>
#include <utility>

namespace vigil::checker::standard {

/// `std::condition_variable`. Waits may end without a notification: Options::spurious_wakes. There is no clock: a wait
/// with a time limit ends by it, or by a notification, or by a notification as the limit comes; all are explored, as
/// often as Options::timeouts says.
class condition_variable {
 public:
  condition_variable() : object_({detail::hooks::ObjectKind::condition_variable}) {}
  condition_variable(const condition_variable&) = delete;
  condition_variable& operator=(const condition_variable&) = delete;

  /// As of `std::condition_variable`. A wait that no thread ends is a violation, unless it has a time limit.
  /// \pre The thread holds the lock's mutex.
  /// \{
  void wait(unique_lock<mutex>& lock, Location location = Location::current()) {
    const auto& held = lock.mutex()->object();
    detail::hooks::wait(object_.handle(), &object_, held.handle(), &held, location);
  }
  template <class Predicate>
  void wait(unique_lock<mutex>& lock, Predicate predicate, Location location = Location::current()) {
    while (!predicate()) wait(lock, location);
  }
  template <class Rep, class Period>
  std::cv_status wait_for(unique_lock<mutex>& lock, const std::chrono::duration<Rep, Period>& /*duration*/,
                          Location location = Location::current()) {
    return wait_in_time(lock, location, true) ? std::cv_status::no_timeout : std::cv_status::timeout;
  }
  template <class Rep, class Period, class Predicate>
  bool wait_for(unique_lock<mutex>& lock, const std::chrono::duration<Rep, Period>& /*duration*/, Predicate predicate,
                Location location = Location::current()) {
    return wait_in_time(lock, predicate, location);
  }
  template <class Clock, class Duration>
  std::cv_status wait_until(unique_lock<mutex>& lock, const std::chrono::time_point<Clock, Duration>& /*time*/,
                            Location location = Location::current()) {
    return wait_in_time(lock, location, true) ? std::cv_status::no_timeout : std::cv_status::timeout;
  }
  template <class Clock, class Duration, class Predicate>
  bool wait_until(unique_lock<mutex>& lock, const std::chrono::time_point<Clock, Duration>& /*time*/,
                  Predicate predicate, Location location = Location::current()) {
    return wait_in_time(lock, predicate, location);
  }
  void notify_one(Location location = Location::current()) noexcept {
    detail::hooks::notify(object_.handle(), &object_, false, location);
  }
  void notify_all(Location location = Location::current()) noexcept {
    detail::hooks::notify(object_.handle(), &object_, true, location);
  }
  /// \}

 private:
  bool wait_in_time(unique_lock<mutex>& lock, Location location, bool may_be_late) {
    const auto& held = lock.mutex()->object();
    detail::hooks::show_state();
    return detail::hooks::wait_for(object_.handle(), &object_, held.handle(), &held, location, may_be_late);
  }
  // That a notification comes with the limit shows nothing more here: the predicate is asked again in any case.
  template <class Predicate>
  bool wait_in_time(unique_lock<mutex>& lock, Predicate& predicate, Location location) {
    while (!predicate())
      if (!wait_in_time(lock, location, false)) return predicate();
    return true;
  }

  detail::Object object_;
};

/// `std::condition_variable_any`: as the standard library has it, a condition variable with a mutex of its own.
class condition_variable_any {
 public:
  condition_variable_any() = default;
  condition_variable_any(const condition_variable_any&) = delete;
  condition_variable_any& operator=(const condition_variable_any&) = delete;

  /// As of `std::condition_variable_any`.
  /// \{
  template <class Lock>
  void wait(Lock& lock, Location location = Location::current()) {
    unique_lock<mutex> inner(mutex_, location);
    const Unlocked<Lock> unlocked(lock, inner);
    condition_.wait(inner, location);
  }
  template <class Lock, class Predicate>
  void wait(Lock& lock, Predicate predicate, Location location = Location::current()) {
    while (!predicate()) wait(lock, location);
  }
  template <class Lock, class Predicate>
  bool wait(Lock& lock, stop_token token, Predicate predicate, Location location = Location::current()) {
    const stop_callback on_stop(token, [this] { notify_all(); });
    while (!predicate()) {
      unique_lock<mutex> inner(mutex_, location);
      if (token.stop_requested()) return false;
      const Unlocked<Lock> unlocked(lock, inner);
      condition_.wait(inner, location);
    }
    return true;
  }
  template <class Lock, class Rep, class Period>
  std::cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& duration,
                          Location location = Location::current()) {
    unique_lock<mutex> inner(mutex_, location);
    const Unlocked<Lock> unlocked(lock, inner);
    return condition_.wait_for(inner, duration, location);
  }
  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& duration, Predicate predicate,
                Location location = Location::current()) {
    while (!predicate())
      if (wait_for(lock, duration, location) == std::cv_status::timeout) return predicate();
    return true;
  }
  template <class Lock, class Clock, class Duration>
  std::cv_status wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& /*time*/,
                            Location location = Location::current()) {
    return wait_for(lock, Duration(1), location);
  }
  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& /*time*/, Predicate predicate,
                  Location location = Location::current()) {
    return wait_for(lock, Duration(1), std::move(predicate), location);
  }
  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, stop_token token, const std::chrono::duration<Rep, Period>& duration, Predicate predicate,
                Location location = Location::current()) {
    const stop_callback on_stop(token, [this] { notify_all(); });
    while (!predicate()) {
      unique_lock<mutex> inner(mutex_, location);
      if (token.stop_requested()) return false;
      const Unlocked<Lock> unlocked(lock, inner);
      if (condition_.wait_for(inner, duration, location) == std::cv_status::timeout) break;
    }
    return predicate();
  }
  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, stop_token token, const std::chrono::time_point<Clock, Duration>& /*time*/,
                  Predicate predicate, Location location = Location::current()) {
    return wait_for(lock, std::move(token), Duration(1), std::move(predicate), location);
  }
  void notify_one(Location location = Location::current()) noexcept {
    const lock_guard<mutex> inner(mutex_, location);
    condition_.notify_one(location);
  }
  void notify_all(Location location = Location::current()) noexcept {
    const lock_guard<mutex> inner(mutex_, location);
    condition_.notify_all(location);
  }
  /// \}

 private:
  // Unlocks the user's lock while it lives, and locks it again without the inner one.
  template <class Lock>
  class Unlocked {
   public:
    Unlocked(Lock& lock, unique_lock<mutex>& inner) : lock_(lock), inner_(inner) { lock_.unlock(); }
    ~Unlocked() {
      inner_.unlock();
      lock_.lock();
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

   private:
    Lock& lock_;
    unique_lock<mutex>& inner_;
  };

  mutex mutex_;
  condition_variable condition_;
};

}  // namespace vigil::checker::standard
