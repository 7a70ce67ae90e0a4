#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::testing {

/// How often each job has run, one byte for each: a Ledger for ten million jobs.
///
/// The marks are relaxed read-modify-writes. So they do not order threads, and no mark is lost: with plain bytes, one
/// of two threads that run the same job by mistake could overwrite the other's mark. The notes are plain: if a job is
/// not ordered before the reader of its note, ThreadSanitizer reports a race.
///
/// \snippet testing/marks.cpp example
class Marks {
 public:
  /// For jobs 0 … `jobs`-1, none of which has run.
  ///
  /// \throws std::bad_alloc if there is no memory for them.
  explicit Marks(std::size_t jobs) : times_(jobs), notes_(jobs) {}

  /// The job runs now.
  ///
  /// \threads The thread that runs the job.
  /// \orders None, on purpose.
  void mark(std::size_t job) {
    times_[job].fetch_add(1, std::memory_order_relaxed);
    notes_[job] = note(job);
  }

  /// How many jobs there are.
  [[nodiscard]] std::size_t jobs() const { return times_.size(); }

  /// What is wrong if jobs `begin` … `end`-1 must have run once each; empty if nothing is.
  ///
  /// \pre The jobs happen before the call.
  [[nodiscard]] std::string complaint(std::size_t begin, std::size_t end) const {
    for (std::size_t job = begin; job != end; ++job) {
      const unsigned times = times_[job].load(std::memory_order_relaxed);
      if (times != 1) return "job " + std::to_string(job) + " ran " + std::to_string(times) + " times, expected once";
      if (notes_[job] != note(job)) return "job " + std::to_string(job) + " ran and left no note";
    }
    return {};
  }
  /// The same for all jobs.
  [[nodiscard]] std::string complaint() const { return complaint(0, jobs()); }
  /// How often a job has run so far.
  ///
  /// \threads Any thread.
  [[nodiscard]] unsigned times(std::size_t job) const { return times_[job].load(std::memory_order_relaxed); }

 private:
  static std::uint8_t note(std::size_t job) { return static_cast<std::uint8_t>(1 + job % 255); }

  std::vector<std::atomic<std::uint8_t>> times_;
  std::vector<std::uint8_t> notes_;
};

}  // namespace vigil::testing
