#pragma once

#if defined(_WIN32)
#error "Vigil: Windows has no POSIX threads; vigil/common/system_thread.hpp chooses"
#endif

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstddef>

namespace vigil {

/// A thread that is started without an allocation, with a stack of a chosen size, and reports whether it was started.
///
/// std::thread allocates what it runs, throws, and has the system's stack. The object must stay where it is until the
/// thread has been joined.
///
/// \threads  One thread at a time, for all members.
///
/// \snippet common/posix_thread.cpp example
class PosixThread {
 public:
  /// No thread yet.
  constexpr PosixThread() = default;
  PosixThread(const PosixThread&) = delete;
  PosixThread& operator=(const PosixThread&) = delete;

  /// Runs `main(argument)` on a thread of its own. False if the system has no thread to give, or no memory for its
  /// stack. `stack_bytes` is raised to the least that the system allows; 0 stands for the system's default.
  ///
  /// \orders  What came before start happens before `main`, if it runs.
  [[nodiscard]] bool start(std::size_t stack_bytes, void (*main)(void*), void* argument) {
    main_ = main;
    argument_ = argument;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const bool has_stack = stack_bytes == 0 || pthread_attr_setstacksize(&attributes, rounded(stack_bytes)) == 0;
    is_joinable_ = has_stack && pthread_create(&thread_, &attributes, &PosixThread::run, this) == 0;
    (void)pthread_attr_destroy(&attributes);
    return is_joinable_;
  }

  /// Waits for the end of the thread, if one was started and has not been joined.
  ///
  /// \progress  Blocking.
  /// \orders    What the thread did happens before the return.
  void join() {
    if (is_joinable_) (void)pthread_join(thread_, nullptr);
    is_joinable_ = false;
  }

 private:
  static std::size_t rounded(std::size_t stack_bytes) {
    // 4 KiB mostly, and 16 on ARM Macs, which refuse a part of a page.
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto least = static_cast<std::size_t>(PTHREAD_STACK_MIN);
    return (std::max(stack_bytes, least) + page - 1) / page * page;
  }

  static void* run(void* self) {
    const auto& thread = *static_cast<const PosixThread*>(self);
    thread.main_(thread.argument_);
    return nullptr;
  }

  pthread_t thread_{};
  void (*main_)(void*) = nullptr;
  void* argument_ = nullptr;
  bool is_joinable_ = false;
};

}  // namespace vigil
