#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::testing {

/// Records which thread took which job. Jobs are numbered from 0. Every posted job must be taken exactly once.
///
/// Each thread writes into a page of its own. The pages are compared when all threads have ended. A shared counter for
/// each job would order the threads and hide races. In a sum, a lost job would cancel a duplicate.
///
/// \snippet testing/ledger.cpp example
class Ledger {
 public:
  /// The jobs that one thread has taken, in its order.
  using Page = std::vector<std::uint64_t>;

  /// For `threads` threads. `expected` is the number of jobs for which a page reserves room.
  ///
  /// \throws std::bad_alloc if there is no memory for the pages.
  explicit Ledger(std::size_t threads, std::size_t expected = 0) : pages_(threads) {
    for (auto& page : pages_) page.entries.reserve(expected);
  }

  /// The page in which thread number `thread`, from 0, notes the jobs that it takes, by `push_back`.
  ///
  /// \threads Any thread; each writes into its own page only.
  Page& page_of(std::size_t thread) { return pages_[thread].entries; }

  /// What is wrong if jobs 0 … posted-1 must be taken once each; empty if nothing is. "job 3 of 100 was taken 2 times,
  /// expected once: by thread 0 as its job number 3, by thread 1 as its job number 0".
  ///
  /// \threads One thread, after the others have ended.
  [[nodiscard]] std::string complaint(std::uint64_t posted) const {
    std::vector<std::uint32_t> seen(posted, 0);
    std::string unknown;
    for (std::size_t thread = 0; thread != pages_.size(); ++thread) {
      for (const std::uint64_t job : pages_[thread].entries) {
        if (job < posted) {
          ++seen[job];
        } else if (unknown.empty()) {
          unknown =
              "thread " + std::to_string(thread) + " took job " + std::to_string(job) + ", which was never posted";
        }
      }
    }
    if (!unknown.empty()) return unknown;
    for (std::uint64_t job = 0; job != posted; ++job) {
      if (seen[job] != 1) {
        return "job " + std::to_string(job) + " of " + std::to_string(posted) + " was taken " +
               std::to_string(seen[job]) + " times, expected once" + takers(job);
      }
    }
    return {};
  }

 private:
  // Each page has its own cache line, because the threads append at the same time.
  struct alignas(128) PaddedPage {
    Page entries;
  };

  [[nodiscard]] std::string takers(std::uint64_t job) const {
    std::string text;
    for (std::size_t thread = 0; thread != pages_.size(); ++thread) {
      for (std::size_t i = 0; i != pages_[thread].entries.size(); ++i) {
        if (pages_[thread].entries[i] != job) continue;
        text += text.empty() ? ": by thread " : ", by thread ";
        text += std::to_string(thread) + " as its job number " + std::to_string(i);
      }
    }
    return text;
  }

  std::vector<PaddedPage> pages_;
};

}  // namespace vigil::testing
