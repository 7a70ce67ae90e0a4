#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::testing {

// How often each job has run, one byte for each: a Ledger for ten million jobs.
//
// The marks are relaxed read-modify-writes. So they do not order threads, and no mark is lost: with plain bytes, one of
// two threads that run the same job by mistake could overwrite the other's mark. The notes are plain: if a job is not
// ordered before the reader of its note, ThreadSanitizer reports a race.
class Marks {
 public:
  explicit Marks(std::size_t jobs) : times_(jobs), notes_(jobs) {}

  void mark(std::size_t job) {
    times_[job].fetch_add(1, std::memory_order_relaxed);
    notes_[job] = note(job);
  }

  [[nodiscard]] std::size_t jobs() const { return times_.size(); }

  // What is wrong if jobs `begin` … `end`-1 must have run once each; empty if nothing is. The jobs must happen before
  // the call.
  [[nodiscard]] std::string complaint(std::size_t begin, std::size_t end) const {
    for (std::size_t job = begin; job != end; ++job) {
      const unsigned times = times_[job].load(std::memory_order_relaxed);
      if (times != 1) return "job " + std::to_string(job) + " ran " + std::to_string(times) + " times, expected once";
      if (notes_[job] != note(job)) return "job " + std::to_string(job) + " ran and left no note";
    }
    return {};
  }
  [[nodiscard]] std::string complaint() const { return complaint(0, jobs()); }
  [[nodiscard]] unsigned times(std::size_t job) const { return times_[job].load(std::memory_order_relaxed); }

 private:
  static std::uint8_t note(std::size_t job) { return static_cast<std::uint8_t>(1 + job % 255); }

  std::vector<std::atomic<std::uint8_t>> times_;
  std::vector<std::uint8_t> notes_;
};

}  // namespace vigil::testing
