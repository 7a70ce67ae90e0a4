#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace vigil::testing {

/// Turns a test that hangs, such as one with a worker that sleeps for ever, into a failure that describes the state.
///
/// The limit is no part of any test: it only has to be longer than the slowest machine needs. LastSteps gives a
/// description that says what each thread did last.
///
/// \snippet testing/watchdog.cpp example
class Watchdog {
 public:
  /// Starts a thread that waits for the destructor. After `limit` it prints `describe()`, a `std::string`, to the
  /// standard error stream and calls `std::abort`.
  ///
  /// `describe` runs while the threads under test may be running. It may read atomics and constants only.
  ///
  /// \throws std::system_error if the thread cannot be started.
  template <class Describe>
  explicit Watchdog(Describe describe, std::chrono::seconds limit = std::chrono::seconds(120))
      : thread_([this, describe = std::move(describe), limit] {
          std::unique_lock lock(mutex_);
          if (over_.wait_for(lock, limit, [this] { return is_over_; })) return;
          std::fprintf(stderr, "not finished after %lld s: %s\n", static_cast<long long>(limit.count()),
                       describe().c_str());
          std::abort();
        }) {}
  /// The test has ended in time. Returns when the thread has ended.
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace vigil::testing
