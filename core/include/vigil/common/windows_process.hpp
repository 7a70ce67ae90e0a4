#pragma once

#include <cstdlib>

namespace vigil {

/// As ProcessWatch, on Windows, which has no fork: whether the process is about to exit.
///
/// \snippet common/system_process.cpp example
class WindowsProcessWatch {
 public:
  /// It does not watch yet.
  constexpr WindowsProcessWatch() = default;
  WindowsProcessWatch(const WindowsProcessWatch&) = delete;
  WindowsProcessWatch& operator=(const WindowsProcessWatch&) = delete;

  /// Watches from now on. False if the system has no memory for it. A second call changes nothing.
  ///
  /// \threads One thread at a time.
  /// \progress Blocking: may wait for another thread that makes the first call of the process.
  bool begin() {
    static const bool kHasHandler = std::atexit(&note_exit) == 0;
    has_begun_ = kHasHandler;
    return has_begun_;
  }

  /// False.
  [[nodiscard]] static constexpr bool is_in_child() { return false; }

  /// Whether `std::exit` has been called since the watch began.
  ///
  /// \threads The thread that called it.
  /// \progress Wait-free.
  [[nodiscard]] bool is_exiting() const { return has_begun_ && process_is_exiting; }

 private:
  static void note_exit() { process_is_exiting = true; }

  static inline constinit bool process_is_exiting = false;

  bool has_begun_ = false;
};

}  // namespace vigil
