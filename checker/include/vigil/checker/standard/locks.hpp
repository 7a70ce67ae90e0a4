#pragma once

#include <vigil/checker/standard/mutex.hpp>
#include <vigil/checker/standard/shared_mutex.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <system_error>
#include <tuple>
#include <utility>

namespace vigil::checker::standard {

namespace detail {

// A mutex of another kind has no place for a location.
template <class Mutex>
void lock(Mutex& mutex, Location location) {
  if constexpr (requires { mutex.lock(location); })
    mutex.lock(location);
  else
    mutex.lock();
}
template <class Mutex>
[[nodiscard]] bool try_lock(Mutex& mutex, Location location) {
  if constexpr (requires { mutex.try_lock(location); })
    return mutex.try_lock(location);
  else
    return mutex.try_lock();
}
template <class Mutex>
void unlock(Mutex& mutex, Location location) {
  if constexpr (requires { mutex.unlock(location); })
    mutex.unlock(location);
  else
    mutex.unlock();
}

// One of several mutexes that are locked together.
class ToLock {
 public:
  template <class Lockable>
  explicit ToLock(Lockable& lockable)
      : lockable_(&lockable),
        address_(mutex_of(lockable)),
        lock_([](void* self, Location location) { detail::lock(*static_cast<Lockable*>(self), location); }),
        unlock_([](void* self) { static_cast<Lockable*>(self)->unlock(); }) {}
  void lock(Location location) const { lock_(lockable_, location); }
  void unlock() const { unlock_(lockable_); }
  friend bool operator<(const ToLock& one, const ToLock& other) {
    return std::less<const void*>()(one.address_, other.address_);
  }

 private:
  // A lock owns the mutex that counts.
  template <class Lockable>
  [[nodiscard]] static const void* mutex_of(const Lockable& lockable) {
    if constexpr (requires { lockable.mutex(); })
      return lockable.mutex();
    else
      return &lockable;
  }

  void* lockable_;
  const void* address_;
  void (*lock_)(void* lockable, Location location);
  void (*unlock_)(void* lockable);
};

template <std::size_t Count>
void lock_all(std::array<ToLock, Count> all, Location location) {
  std::ranges::sort(all, [](const ToLock& one, const ToLock& other) { return one < other; });
  std::size_t locked = 0;
  try {
    for (; locked != Count; ++locked) all[locked].lock(location);
  } catch (...) {
    while (locked != 0) all[--locked].unlock();
    throw;
  }
}

// How unique_lock and shared_lock lock what they own.
struct Exclusively {
  template <class Mutex>
  static void lock(Mutex& mutex, Location location) {
    detail::lock(mutex, location);
  }
  template <class Mutex>
  static bool try_lock(Mutex& mutex, Location location) {
    return detail::try_lock(mutex, location);
  }
  template <class Mutex, class Duration>
  static bool try_lock_for(Mutex& mutex, const Duration& duration) {
    return mutex.try_lock_for(duration);
  }
  template <class Mutex, class Time>
  static bool try_lock_until(Mutex& mutex, const Time& time) {
    return mutex.try_lock_until(time);
  }
  template <class Mutex>
  static void unlock(Mutex& mutex, Location location) {
    detail::unlock(mutex, location);
  }
};
struct Shared {
  template <class Mutex>
  static void lock(Mutex& mutex, Location /*location*/) {
    mutex.lock_shared();
  }
  template <class Mutex>
  static bool try_lock(Mutex& mutex, Location /*location*/) {
    return mutex.try_lock_shared();
  }
  template <class Mutex, class Duration>
  static bool try_lock_for(Mutex& mutex, const Duration& duration) {
    return mutex.try_lock_shared_for(duration);
  }
  template <class Mutex, class Time>
  static bool try_lock_until(Mutex& mutex, const Time& time) {
    return mutex.try_lock_shared_until(time);
  }
  template <class Mutex>
  static void unlock(Mutex& mutex, Location /*location*/) {
    mutex.unlock_shared();
  }
};

template <class Mutex, class How>
class MovableLock {
 public:
  using mutex_type = Mutex;

  MovableLock() noexcept = default;
  explicit MovableLock(Mutex& mutex, Location location = Location::current()) : mutex_(&mutex), where_(location) {
    lock(location);
  }
  MovableLock(Mutex& mutex, std::defer_lock_t /*tag*/) noexcept : mutex_(&mutex) {}
  MovableLock(Mutex& mutex, std::try_to_lock_t /*tag*/, Location location = Location::current())
      : mutex_(&mutex), where_(location) {
    try_lock(location);
  }
  MovableLock(Mutex& mutex, std::adopt_lock_t /*tag*/) noexcept : mutex_(&mutex), owns_(true) {}
  template <class Rep, class Period>
  MovableLock(Mutex& mutex, const std::chrono::duration<Rep, Period>& duration) : mutex_(&mutex) {
    try_lock_for(duration);
  }
  template <class Clock, class Duration>
  MovableLock(Mutex& mutex, const std::chrono::time_point<Clock, Duration>& time) : mutex_(&mutex) {
    try_lock_until(time);
  }
  MovableLock(MovableLock&& other) noexcept
      : mutex_(std::exchange(other.mutex_, nullptr)), owns_(std::exchange(other.owns_, false)), where_(other.where_) {}
  MovableLock& operator=(MovableLock&& other) noexcept {
    if (owns_) unlock(where_);
    mutex_ = std::exchange(other.mutex_, nullptr);
    owns_ = std::exchange(other.owns_, false);
    where_ = other.where_;
    return *this;
  }
  ~MovableLock() {
    if (owns_) unlock(where_);
  }

  void lock(Location location = Location::current()) {
    expect_unlocked();
    How::lock(*mutex_, location);
    owns_ = true;
  }
  bool try_lock(Location location = Location::current()) {
    expect_unlocked();
    return owns_ = How::try_lock(*mutex_, location);
  }
  template <class Rep, class Period>
  bool try_lock_for(const std::chrono::duration<Rep, Period>& duration) {
    expect_unlocked();
    return owns_ = How::try_lock_for(*mutex_, duration);
  }
  template <class Clock, class Duration>
  bool try_lock_until(const std::chrono::time_point<Clock, Duration>& time) {
    expect_unlocked();
    return owns_ = How::try_lock_until(*mutex_, time);
  }
  void unlock(Location location = Location::current()) {
    if (!owns_) throw std::system_error(std::make_error_code(std::errc::operation_not_permitted));
    How::unlock(*mutex_, location);
    owns_ = false;
  }

  void swap(MovableLock& other) noexcept {
    std::swap(mutex_, other.mutex_);
    std::swap(owns_, other.owns_);
    std::swap(where_, other.where_);
  }
  Mutex* release() noexcept {
    owns_ = false;
    return std::exchange(mutex_, nullptr);
  }
  [[nodiscard]] bool owns_lock() const noexcept { return owns_; }
  explicit operator bool() const noexcept { return owns_; }
  [[nodiscard]] Mutex* mutex() const noexcept { return mutex_; }

 private:
  void expect_unlocked() const {
    if (mutex_ == nullptr) throw std::system_error(std::make_error_code(std::errc::operation_not_permitted));
    if (owns_) throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
  }

  Mutex* mutex_ = nullptr;
  bool owns_ = false;
  Location where_{};  // it was locked: its destructor has no better place to name
};

}  // namespace detail

/// `std::lock_guard`, of any mutex. A trace names the line that makes it.
template <class Mutex>
class lock_guard {
 public:
  using mutex_type = Mutex;
  explicit lock_guard(Mutex& mutex, Location location = Location::current()) : mutex_(mutex), where_(location) {
    detail::lock(mutex_, where_);
  }
  lock_guard(Mutex& mutex, std::adopt_lock_t /*tag*/, Location location = Location::current())
      : mutex_(mutex), where_(location) {}
  ~lock_guard() { detail::unlock(mutex_, where_); }
  lock_guard(const lock_guard&) = delete;
  lock_guard& operator=(const lock_guard&) = delete;

 private:
  Mutex& mutex_;
  Location where_;
};

/// `std::unique_lock`, of any mutex.
template <class Mutex>
class unique_lock : public detail::MovableLock<Mutex, detail::Exclusively> {
 public:
  using detail::MovableLock<Mutex, detail::Exclusively>::MovableLock;
};
/// `std::shared_lock`, of any mutex that can be shared.
template <class Mutex>
class shared_lock : public detail::MovableLock<Mutex, detail::Shared> {
 public:
  using detail::MovableLock<Mutex, detail::Shared>::MovableLock;
};
template <class Mutex, class... Others>
unique_lock(Mutex&, Others...) -> unique_lock<Mutex>;
template <class Mutex, class... Others>
shared_lock(Mutex&, Others...) -> shared_lock<Mutex>;

/// `std::lock`: locks all of them, in the order of their addresses, which is one of those that the standard allows. The
/// standard library tries and backs off, which has many more executions.
template <class One, class Other, class... More>
void lock(One& one, Other& other, More&... more) {
  detail::lock_all(std::array{detail::ToLock(one), detail::ToLock(other), detail::ToLock(more)...}, {});
}

/// `std::scoped_lock`, of any mutexes; of several as lock().
template <class... Mutexes>
class scoped_lock {
 public:
  explicit scoped_lock(Mutexes&... mutexes) : mutexes_(mutexes...) {
    if constexpr (sizeof...(Mutexes) > 1) standard::lock(mutexes...);
  }
  explicit scoped_lock(std::adopt_lock_t /*tag*/, Mutexes&... mutexes) noexcept : mutexes_(mutexes...) {}
  ~scoped_lock() {
    std::apply([](auto&... mutexes) { (mutexes.unlock(), ...); }, mutexes_);
  }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;

 private:
  std::tuple<Mutexes&...> mutexes_;
};
template <class Mutex>
class scoped_lock<Mutex> : public lock_guard<Mutex> {
 public:
  explicit scoped_lock(Mutex& mutex, Location location = Location::current()) : lock_guard<Mutex>(mutex, location) {}
  explicit scoped_lock(std::adopt_lock_t tag, Mutex& mutex, Location location = Location::current())
      : lock_guard<Mutex>(mutex, tag, location) {}
};
template <class... Mutexes>
scoped_lock(Mutexes&...) -> scoped_lock<Mutexes...>;
template <class... Mutexes>
scoped_lock(std::adopt_lock_t, Mutexes&...) -> scoped_lock<Mutexes...>;

}  // namespace vigil::checker::standard
