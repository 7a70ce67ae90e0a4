#pragma once

#include "relacy_run.hpp"

#include <vigil/model/relacy_atomics.hpp>

#include <array>
#include <cstddef>
#include <functional>

namespace vigil::models::detail {

// The threads that threads of a model start.
//
// Relacy has them from the beginning of an execution: blocked, as it knows threads that are started late. Those that
// nobody has started run nothing when all others have ended, so that they are no deadlock.
class StartedThreads {
 public:
  // How many threads the model has, how many can be started, and how many Relacy has.
  StartedThreads(unsigned own, unsigned can_start, unsigned all) : own_(own), can_start_(can_start), all_(all) {}

  void begin_execution();
  // Starts the next one.
  [[nodiscard]] unsigned start(std::function<void()> code, Location location);
  void join(unsigned thread, Location location);
  // Runs the code of a thread, if it was started.
  void run(unsigned thread);
  [[nodiscard]] void*& own_pointer(const void* key);

  // Of Relacy's threads those that do not run from the beginning.
  [[nodiscard]] unsigned idle() const { return all_ - own_; }
  [[nodiscard]] unsigned all() const { return own_ + can_start_; }
  // Not while the model is constructed, and not after the threads have ended.
  [[nodiscard]] bool run() const { return run_; }
  void run_now(bool run) { run_ = run; }

 private:
  struct OwnPointers {
    const void* key = nullptr;
    // Of each thread, and of what runs while no thread does.
    std::array<void*, kMostThreads + 1> pointers{};
  };

  const unsigned own_;
  const unsigned can_start_;
  const unsigned all_;
  unsigned started_ = 0;
  bool run_ = false;
  std::array<std::function<void()>, kMostThreads> code_;
  std::array<rl::win_waitable_object*, kMostThreads> ends_{};
  std::array<OwnPointers, 8> pointers_;
};

// Of the run under way.
[[nodiscard]] StartedThreads& threads_of_run();

}  // namespace vigil::models::detail
