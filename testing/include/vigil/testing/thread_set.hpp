#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace vigil::testing {

/// On which processors the threads of a ThreadSet run. On systems other than Linux, the system decides.
enum class Pinning {
  none,        ///< The operating system decides.
  one_each,    ///< Thread i on processor i, in turn.
  all_on_one,  ///< Every thread on one processor: they interleave only where one is interrupted.
};

namespace detail {

// No effect if the system has no such call.
inline void pin_this_thread([[maybe_unused]] std::size_t position) {
#if defined(__linux__)
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  std::vector<std::size_t> processors;
  for (std::size_t i = 0; i != CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &allowed)) processors.push_back(i);
  }
  if (processors.empty()) return;
  cpu_set_t chosen;
  CPU_ZERO(&chosen);
  CPU_SET(processors[position % processors.size()], &chosen);
  pthread_setaffinity_np(pthread_self(), sizeof chosen, &chosen);
#endif
}

}  // namespace detail

/// Threads that start together.
///
/// \snippet testing/thread_set.cpp example
class ThreadSet {
 public:
  /// A set without threads.
  explicit ThreadSet(Pinning pinning = Pinning::none) : pinning_(pinning) {}

  /// `body` runs in a thread of its own once `run` is called.
  void add(std::function<void()> body) { bodies_.push_back(std::move(body)); }
  /// Adds `count` threads. `body` gets the number of its thread, from 0.
  void add(std::size_t count, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i != count; ++i) add([body, i] { body(i); });
  }

  /// Starts all threads at the same moment and returns when all have ended. May be called again.
  ///
  /// \threads One thread.
  /// \orders The call happens before the threads begin, and their ends happen before its return.
  /// \throws std::system_error if a thread could not be started; then no body has run. Else the first exception that a
  /// thread threw.
  void run() {
    std::vector<std::thread> threads;
    try {
      for (std::size_t i = 0; i != bodies_.size(); ++i) threads.emplace_back([this, i] { member(i); });
    } catch (...) {
      release(Signal::cancel);
      for (auto& thread : threads) thread.join();
      throw;
    }
    release(Signal::go);
    for (auto& thread : threads) thread.join();
    signal_.store(Signal::wait, std::memory_order_relaxed);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  enum class Signal { wait, go, cancel };

  void member(std::size_t index) {
    if (pinning_ != Pinning::none) detail::pin_this_thread(pinning_ == Pinning::one_each ? index : 0);
    signal_.wait(Signal::wait, std::memory_order_acquire);
    if (signal_.load(std::memory_order_acquire) == Signal::cancel) return;
    try {
      bodies_[index]();
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void release(Signal signal) {
    signal_.store(signal, std::memory_order_release);
    signal_.notify_all();
  }

  const Pinning pinning_;
  std::vector<std::function<void()>> bodies_;
  std::atomic<Signal> signal_{Signal::wait};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace vigil::testing
