#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/name.hpp>
#include <vigil/atomics/std_operations.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace vigil {

namespace detail {

// A template, because some standard libraries have mutexes that are not `constexpr`, those of Windows.
template <class Mutex>
class NamedMutex : public Mutex {
 public:
  constexpr NamedMutex() noexcept = default;
  explicit constexpr NamedMutex(Name /*name*/) noexcept {}
};

}  // namespace detail

/// A `std::mutex` that can be given a name.
class StdAtomics::mutex : public detail::NamedMutex<std::mutex> {
 public:
  /// Unlocked.
  using NamedMutex::NamedMutex;
};

/// A `std::condition_variable` that waits with the mutex itself in place of a `std::unique_lock`.
class StdAtomics::condition_variable {
 public:
  /// No thread waits.
  /// \{
  condition_variable() = default;
  explicit condition_variable(Name /*name*/) {}
  /// \}

  /// Unlocks the mutex, waits to be notified, and locks the mutex again. May wake spuriously.
  ///
  /// \threads One that holds the mutex.
  /// \progress Blocking.
  /// \orders As unlocking and locking the mutex.
  void wait(mutex& held) {
    std::unique_lock<std::mutex> lock(held, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  /// Wakes a thread that waits, or all.
  ///
  /// \threads Any thread.
  /// \progress A system call if a thread waits.
  /// \{
  void notify_one() noexcept { condition_.notify_one(); }
  void notify_all() noexcept { condition_.notify_all(); }
  /// \}

 private:
  std::condition_variable condition_;
};

/// A thread of the system: a `std::thread`.
///
/// \snippet atomics/std_atomics.cpp example
class StdAtomics::thread : public std::thread {
 public:
  /// Starts one, as `std::thread` does.
  using std::thread::thread;
  /// No thread yet.
  thread() noexcept = default;
  /// Takes over a thread.
  explicit thread(std::thread&& other) noexcept : std::thread(std::move(other)) {}
};

static_assert(ThreadedLayer<StdAtomics>);

}  // namespace vigil
