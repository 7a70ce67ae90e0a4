#pragma once

#include <vigil/atomics/location.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/hooks.hpp>

#include <concepts>
#include <functional>
#include <utility>

namespace vigil::checker {

/// A mutex. Misuse is a violation: it is unlocked by another thread, locked twice, destroyed while it is held or waited
/// for.
class CheckedAtomics::mutex {
 public:
  /// Unlocked.
  explicit mutex(Name name = {}) : handle_(detail::construct(detail::ObjectKind::mutex, this, {}, 0, true, name)) {}
  ~mutex() { detail::destroy(handle_, detail::ObjectKind::mutex, this, {}); }
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;

  /// Waits until the mutex is free, and locks it. A wait that no thread ends is a violation.
  ///
  /// \threads One that does not hold the mutex.
  /// \progress Blocking: waits until the mutex is free.
  /// \orders What other threads did before they unlocked the mutex happens before the return.
  void lock(Location location = Location::current()) {
    detail::show_state();
    detail::lock(handle_, this, location);
  }
  /// Locks the mutex if it is free. Returns whether it did.
  ///
  /// \threads One that does not hold the mutex.
  /// \orders As lock, if it returns true.
  [[nodiscard]] bool try_lock(Location location = Location::current()) {
    detail::show_state();
    return detail::try_lock(handle_, this, location);
  }
  /// Locks the mutex, unless a time limit comes before it is free. Returns whether it did. There is no clock: both are
  /// explored, as often as Options::timeouts says.
  ///
  /// \threads One that does not hold the mutex.
  /// \progress Blocking: waits until the mutex is free, or times out.
  /// \orders As lock, if it returns true.
  [[nodiscard]] bool lock_for(Location location = Location::current()) {
    detail::show_state();
    return detail::lock_for(handle_, this, location);
  }
  /// Unlocks the mutex.
  ///
  /// \threads The one that holds the mutex.
  /// \orders What this thread did before happens before what another thread does after it locks the mutex.
  void unlock(Location location = Location::current()) { detail::unlock(handle_, this, location); }

 private:
  friend class condition_variable;
  detail::Handle handle_;
};

/// A condition variable. Waits may end without a notification: Options::spurious_wakes.
class CheckedAtomics::condition_variable {
 public:
  /// No thread waits.
  explicit condition_variable(Name name = {})
      : handle_(detail::construct(detail::ObjectKind::condition_variable, this, {}, 0, true, name)) {}
  ~condition_variable() { detail::destroy(handle_, detail::ObjectKind::condition_variable, this, {}); }
  condition_variable(const condition_variable&) = delete;
  condition_variable& operator=(const condition_variable&) = delete;

  /// Unlocks the mutex, waits to be notified, and locks the mutex again. A wait that no thread ends is a violation.
  ///
  /// \threads One that holds the mutex.
  /// \progress Blocking.
  /// \orders As unlocking and locking the mutex.
  void wait(mutex& held, Location location = Location::current()) {
    detail::wait(handle_, this, held.handle_, &held, location);
  }
  /// Like wait, unless a time limit comes first: then it returns false. There is no clock: both are explored, as often
  /// as Options::timeouts says. A notification may be taken by a thread whose limit comes before it has the mutex
  /// again: that returns false too.
  ///
  /// \threads One that holds the mutex.
  /// \progress Blocking.
  /// \orders As unlocking and locking the mutex.
  [[nodiscard]] bool wait_for(mutex& held, Location location = Location::current()) {
    detail::show_state();
    return detail::wait_for(handle_, this, held.handle_, &held, location);
  }
  /// Wakes a thread that waits, or all. Which one is woken is a choice.
  ///
  /// \threads Any thread.
  /// \{
  void notify_one(Location location = Location::current()) { detail::notify(handle_, this, false, location); }
  void notify_all(Location location = Location::current()) { detail::notify(handle_, this, true, location); }
  /// \}

 private:
  detail::Handle handle_;
};

/// A thread that another thread of the model starts. Its code must not throw. It must be joined before it is destroyed
/// or assigned to.
///
/// \snippet checker/checked_threads.cpp example
class CheckedAtomics::thread {
 public:
  /// No thread.
  thread() = default;
  /// Starts a thread that calls `code`.
  ///
  /// \orders What the caller did before happens before the call.
  template <std::invocable Code>
  requires(!std::same_as<Code, thread>) explicit thread(Code code, Location location = Location::current())
      : number_(start(std::move(code), location)) {}
  /// Takes the thread of `other`.
  /// \{
  thread(thread&& other) noexcept : number_(std::exchange(other.number_, kNone)) {}
  thread& operator=(thread&& other) noexcept {
    CheckedAtomics::require(!joinable(), "a thread is assigned to that was not joined");
    number_ = std::exchange(other.number_, kNone);
    return *this;
  }
  /// \}
  ~thread() { CheckedAtomics::require(!joinable(), "a thread is destroyed that was not joined"); }

  /// Whether there is a thread that has not been joined.
  [[nodiscard]] bool joinable() const { return number_ != kNone; }
  /// Waits until the thread has ended.
  ///
  /// \progress Blocking.
  /// \orders What the thread did happens before the return.
  void join(Location location = Location::current()) {
    CheckedAtomics::require(joinable(), "a thread is joined twice");
    detail::join_thread(std::exchange(number_, kNone), location);
  }

 private:
  static constexpr unsigned kNone = ~0U;

  template <class Code>
  [[nodiscard]] static unsigned start(Code code, Location location) {
    const auto what = detail::ThreadCode::of(code);
    return detail::start_thread(std::move(code), what, location);
  }

  unsigned number_ = kNone;
};

/// A pointer of which each thread has its own, null at first. There is one for each type.
///
/// \tparam T what it points to.
template <class T>
class CheckedAtomics::thread_specific {
 public:
  /// Reads, or sets, the calling thread's pointer.
  ///
  /// \threads Any thread.
  /// \{
  [[nodiscard]] static T* get() { return static_cast<T*>(detail::thread_specific(&kKey)); }
  static void set(T* pointer) { detail::set_thread_specific(&kKey, pointer); }
  /// \}

 private:
  static inline const char kKey = 0;
};

}  // namespace vigil::checker
