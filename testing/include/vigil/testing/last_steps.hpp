#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::testing {

/// What each thread of a test did last: the description for a Watchdog.
///
/// A note is three relaxed stores into a cache line of the thread's own. So notes order no threads, and hide no race.
/// The reader may see the text of one note with the number of the next.
///
/// \snippet testing/last_steps.cpp example
class LastSteps {
 public:
  /// For threads 0 … `threads`-1, none of which has done anything.
  ///
  /// \throws std::bad_alloc if there is no memory for them.
  explicit LastSteps(std::size_t threads) : notes_(threads) {}

  /// Thread number `thread` begins what `what` says, with `number`: a job, an index, a count. The text must outlive the
  /// object, as a string literal does.
  ///
  /// \threads The thread of that number.
  /// \progress Wait-free.
  /// \orders None, on purpose.
  void note(std::size_t thread, const char* what, std::uint64_t number = 0) {
    Note& note = notes_[thread];
    note.what.store(what, std::memory_order_relaxed);
    note.number.store(number, std::memory_order_relaxed);
    note.steps.store(note.steps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  /// One line for each thread: "thread 1: pop 17, its step 4210".
  ///
  /// \threads Any thread, at any time.
  [[nodiscard]] std::string describe() const {
    std::string text;
    for (std::size_t thread = 0; thread != notes_.size(); ++thread) {
      const Note& note = notes_[thread];
      const char* const what = note.what.load(std::memory_order_relaxed);
      text += "\n  thread " + std::to_string(thread) + ": ";
      text += what == nullptr ? std::string("nothing yet")
                              : what + (" " + std::to_string(note.number.load(std::memory_order_relaxed))) +
                                    ", its step " + std::to_string(note.steps.load(std::memory_order_relaxed));
    }
    return text;
  }

 private:
  struct alignas(128) Note {
    std::atomic<const char*> what{nullptr};
    std::atomic<std::uint64_t> number{0};
    std::atomic<std::uint64_t> steps{0};
  };

  std::vector<Note> notes_;
};

}  // namespace vigil::testing
