#pragma once

#if defined(_WIN32)
#error "Vigil: Windows has no fork; vigil/common/system_process.hpp chooses"
#endif

#include <pthread.h>

#include <cstdlib>
#include <mutex>

namespace vigil {

// fork copies the memory of a process and one of its threads. A pool in the child has the memory of its threads and not
// the threads: who waits for them waits for ever, and their mutexes may be locked. So a pool watches the process, and
// refuses what the child asks of it.
//
// All watches are in a list. `pthread_atfork` has its mutex locked around fork, so the child finds the list
// whole, marks each of them, and is alone while it does so. A child that a system call makes without these handlers
// (vfork, _Fork, clone) does not learn of it, and may only execute another program.

/// Whether the process is a child that was forked later than the watch began, and whether it is about to exit.
///
/// \snippet common/posix_process.cpp example
class ProcessWatch {
 public:
  /// It does not watch yet.
  constexpr ProcessWatch() = default;
  ProcessWatch(const ProcessWatch&) = delete;
  ProcessWatch& operator=(const ProcessWatch&) = delete;
  ~ProcessWatch() {
    if (list_ == nullptr) return;
    const std::lock_guard lock(list_->mutex);
    (previous_ == nullptr ? list_->first : previous_->next_) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

  /// Watches from now on. False if the system has no memory for it. A second call changes nothing.
  ///
  /// \threads One thread at a time.
  /// \progress Blocking: takes a mutex.
  bool begin() {
    if (list_ != nullptr) return true;
    List& list = all;
    const std::lock_guard lock(list.mutex);
    if (!list.has_handlers) list.has_handlers = set_handlers();
    if (!list.has_handlers) return false;
    list_ = &list;
    next_ = list.first;
    if (next_ != nullptr) next_->previous_ = this;
    list.first = this;
    return true;
  }

  /// Whether the process is a child that was forked since.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] bool is_in_child() const { return is_in_child_; }

  /// Whether `std::exit` has been called since the watch began.
  ///
  /// \threads The thread that called it.
  /// \progress Wait-free.
  [[nodiscard]] bool is_exiting() const { return list_ != nullptr && list_->is_exiting; }

 private:
  struct List {
    std::mutex mutex;
    ProcessWatch* first = nullptr;
    bool has_handlers = false;
    bool is_exiting = false;
  };

  // In this order: after a failure both are set again, and fork must find the second once.
  static bool set_handlers() {
    return std::atexit(&note_exit) == 0 && pthread_atfork(&lock_all, &unlock_all, &mark_all) == 0;
  }
  static void note_exit() { all.is_exiting = true; }
  static void lock_all() { all.mutex.lock(); }
  static void unlock_all() { all.mutex.unlock(); }
  static void mark_all() {
    for (ProcessWatch* watch = all.first; watch != nullptr; watch = watch->next_) watch->is_in_child_ = true;
    all.mutex.unlock();
  }

  static List all;

  List* list_ = nullptr;
  ProcessWatch* previous_ = nullptr;
  ProcessWatch* next_ = nullptr;
  bool is_in_child_ = false;
};

inline constinit ProcessWatch::List ProcessWatch::all{};

}  // namespace vigil
