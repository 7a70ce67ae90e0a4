#pragma once

#include <vigil/checker/standard/object.hpp>

#include <array>
#include <chrono>

namespace vigil::checker::standard {

namespace detail {

// What all mutexes have that one thread holds alone.
class PlainMutex {
 public:
  PlainMutex() : object_({hooks::ObjectKind::mutex}) {}

  void lock(Location location) {
    hooks::show_state();
    hooks::lock(object_.handle(), &object_, location);
  }
  bool try_lock(Location location) {
    hooks::show_state();
    return hooks::try_lock(object_.handle(), &object_, location);
  }
  bool lock_for(Location location) {
    hooks::show_state();
    return hooks::lock_for(object_.handle(), &object_, location);
  }
  void unlock(Location location) { hooks::unlock(object_.handle(), &object_, location); }

  [[nodiscard]] const Object& object() const noexcept { return object_; }

 private:
  Object object_;
};

// How often each thread has locked it. A thread reads and writes only its own count.
class Recursion {
 public:
  [[nodiscard]] unsigned& depth() { return depths_[hooks::current_thread()]; }

 private:
  std::array<unsigned, Knowledge::kThreads + 1> depths_{};
};

// A limit that has passed already lets a thread try once.
template <class Rep, class Period>
[[nodiscard]] constexpr bool is_over(const std::chrono::duration<Rep, Period>& duration) {
  return duration <= std::chrono::duration<Rep, Period>::zero();
}

}  // namespace detail

/// `std::mutex`. Misuse is a violation: it is unlocked by another thread, locked twice, destroyed while it is held.
///
/// A try_lock fails only if the mutex is locked. The standard allows it to fail without a reason; that is not explored.
class mutex {
 public:
  mutex() = default;
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;

  /// As of `std::mutex`.
  /// \orders What other threads did before they unlocked the mutex happens before what follows a lock.
  /// \{
  void lock(Location location = Location::current()) { mutex_.lock(location); }
  bool try_lock(Location location = Location::current()) { return mutex_.try_lock(location); }
  void unlock(Location location = Location::current()) { mutex_.unlock(location); }
  /// \}

  /// \cond
  [[nodiscard]] const detail::Object& object() const noexcept { return mutex_.object(); }
  /// \endcond

 private:
  detail::PlainMutex mutex_;
};

/// `std::timed_mutex`: a mutex of which a thread may give up waiting. There is no clock: both are explored, as often as
/// Options::timeouts says.
class timed_mutex {
 public:
  timed_mutex() = default;
  timed_mutex(const timed_mutex&) = delete;
  timed_mutex& operator=(const timed_mutex&) = delete;

  /// As of `std::timed_mutex`. A thread gives up only if the mutex is locked.
  /// \{
  void lock(Location location = Location::current()) { mutex_.lock(location); }
  bool try_lock(Location location = Location::current()) { return mutex_.try_lock(location); }
  void unlock(Location location = Location::current()) { mutex_.unlock(location); }
  template <class Rep, class Period>
  bool try_lock_for(const std::chrono::duration<Rep, Period>& duration, Location location = Location::current()) {
    return detail::is_over(duration) ? mutex_.try_lock(location) : mutex_.lock_for(location);
  }
  template <class Clock, class Duration>
  bool try_lock_until(const std::chrono::time_point<Clock, Duration>& /*time*/,
                      Location location = Location::current()) {
    return mutex_.lock_for(location);
  }
  /// \}

 private:
  detail::PlainMutex mutex_;
};

/// `std::recursive_mutex`: the thread that holds it may lock it again.
class recursive_mutex {
 public:
  recursive_mutex() = default;
  recursive_mutex(const recursive_mutex&) = delete;
  recursive_mutex& operator=(const recursive_mutex&) = delete;

  /// As of `std::recursive_mutex`. To lock it again is no step of an execution.
  /// \{
  void lock(Location location = Location::current()) {
    if (recursion_.depth() == 0) mutex_.lock(location);
    ++recursion_.depth();
  }
  bool try_lock(Location location = Location::current()) {
    if (recursion_.depth() == 0 && !mutex_.try_lock(location)) return false;
    ++recursion_.depth();
    return true;
  }
  void unlock(Location location = Location::current()) {
    if (recursion_.depth() <= 1) mutex_.unlock(location);
    --recursion_.depth();
  }
  /// \}

 protected:
  /// \cond
  detail::PlainMutex mutex_;
  detail::Recursion recursion_;
  /// \endcond
};

/// `std::recursive_timed_mutex`: both.
class recursive_timed_mutex : public recursive_mutex {
 public:
  /// As of `std::recursive_timed_mutex`.
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
  /// \}

 private:
  bool lock_in_time(Location location) {
    if (recursion_.depth() == 0 && !mutex_.lock_for(location)) return false;
    ++recursion_.depth();
    return true;
  }
};

}  // namespace vigil::checker::standard
