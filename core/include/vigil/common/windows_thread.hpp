#pragma once

#include <process.h>

#include <climits>
#include <cstddef>

/// \cond
// As <windows.h> declares them, which would bring thousands of names and macros with it.
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the system chose these names.
__declspec(dllimport) unsigned long __stdcall WaitForSingleObject(void* handle, unsigned long milliseconds);
__declspec(dllimport) int __stdcall CloseHandle(void* handle);
// NOLINTEND(readability-identifier-naming)
}
/// \endcond

namespace vigil {

/// As PosixThread, on Windows.
///
/// \threads  One thread at a time, for all members.
///
/// \snippet common/system_thread.cpp example
class WindowsThread {
 public:
  /// No thread yet.
  constexpr WindowsThread() = default;
  WindowsThread(const WindowsThread&) = delete;
  WindowsThread& operator=(const WindowsThread&) = delete;

  /// Runs `main(argument)` on a thread of its own. False if the system has no thread to give, or no memory for its
  /// stack. The system raises `stack_bytes` to the least that it allows; 0 stands for the size in the program's header.
  ///
  /// \orders  What came before start happens before `main`, if it runs.
  [[nodiscard]] bool start(std::size_t stack_bytes, void (*main)(void*), void* argument) {
    // Without it the size is that of the memory that is committed at once.
    constexpr unsigned kSizeIsReserved = 0x10000;
    if (stack_bytes > UINT_MAX) return false;
    main_ = main;
    argument_ = argument;
    handle_ = reinterpret_cast<void*>(_beginthreadex(nullptr, static_cast<unsigned>(stack_bytes), &WindowsThread::run,
                                                     this, kSizeIsReserved, nullptr));
    return handle_ != nullptr;
  }

  /// Waits for the end of the thread, if one was started and has not been joined.
  ///
  /// \progress  Blocking.
  /// \orders    What the thread did happens before the return.
  void join() {
    if (handle_ == nullptr) return;
    constexpr unsigned long kForEver = 0xFFFFFFFF;
    (void)WaitForSingleObject(handle_, kForEver);
    (void)CloseHandle(handle_);
    handle_ = nullptr;
  }

 private:
  static unsigned __stdcall run(void* self) {
    const auto& thread = *static_cast<const WindowsThread*>(self);
    thread.main_(thread.argument_);
    return 0;
  }

  void* handle_ = nullptr;
  void (*main_)(void*) = nullptr;
  void* argument_ = nullptr;
};

}  // namespace vigil
