#pragma once

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace vigil::testing {

// A thread that is expected to wait for another. A test that wakes it first lets it fall asleep.
class WaitingThread {
 public:
  template <class Code>
  explicit WaitingThread(Code code)
      : thread_([this, code] {
#if defined(__linux__)
          id_.store(syscall(SYS_gettid), std::memory_order_relaxed);
#endif
          code();
          is_through_.store(true, std::memory_order_release);
        }) {
  }
  ~WaitingThread() { thread_.join(); }
  WaitingThread(const WaitingThread&) = delete;
  WaitingThread& operator=(const WaitingThread&) = delete;

  // Whether the code has returned.
  [[nodiscard]] bool is_through() const { return is_through_.load(std::memory_order_acquire); }

  // Returns when the thread is asleep in the system, or is through. Whether it is asleep is known on Linux only.
  void settle() const {
    while (!is_through() && !is_asleep()) std::this_thread::yield();
  }

 private:
#if defined(__linux__)
  [[nodiscard]] bool is_asleep() const {
    const long id = id_.load(std::memory_order_relaxed);
    std::ifstream file("/proc/self/task/" + std::to_string(id) + "/stat");
    std::string line;
    std::getline(file, line);
    // "ID (NAME) STATE ...", and a name may contain anything.
    const auto behind_name = line.rfind(')');
    return id != 0 && behind_name != std::string::npos && line.compare(behind_name, 4, ") S ") == 0;
  }
#else
  [[nodiscard]] static bool is_asleep() { return true; }
#endif

  std::atomic<long> id_{0};
  std::atomic<bool> is_through_{false};
  std::thread thread_;
};

}  // namespace vigil::testing
