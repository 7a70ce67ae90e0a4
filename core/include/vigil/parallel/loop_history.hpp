#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace vigil::detail {

// What the loops of one kind have cost on one thread, so that the next small one is not divided. A small loop ends
// before another worker could help: to publish its pieces would cost more than to do them.
//
// Sizes are numbers of elements. The history knows the largest size that was small, and takes twice as many elements
// for small too if the work was at most half. A loop that is not known to be small is divided: so the first one is, and
// a dear loop loses nothing.
//
// To read the clock takes longer than a small loop. So only some loops are measured: the first one, and then one of 2,
// 4, 8, 16, 32 and at last 64 while they are as expected. A surprise begins this anew. So at most 64 dear loops in a
// row, and no more than there were loops before, run in sequence before the history knows better.
//
// Source: granularity control by past costs as in Acar, Aksenov, Charguéraud and Rainey, PPoPP 2019, which measures
// each sequential part.
class LoopHistory {
 public:
  using Duration = std::chrono::nanoseconds;

  // The most work of a small loop, about what it takes to get help.
  static constexpr Duration kSmall{2'000};

  [[nodiscard]] constexpr bool is_small(std::size_t size) const { return size <= small_size_; }

  // Called once for each loop: whether to measure it.
  [[nodiscard]] constexpr bool measures_next() {
    if (unmeasured_ == 0) return true;
    --unmeasured_;
    return false;
  }

  // A loop of that size, which was measured, was so much work, summed over all workers.
  constexpr void learn(std::size_t size, Duration work) {
    const bool was_small = work <= kSmall;
    const bool is_expected = was_small == is_small(size);
    interval_ = is_expected ? std::min(2 * interval_ + 1, kLongestInterval) : 0;
    unmeasured_ = interval_;
    if (was_small)
      small_size_ = std::max(small_size_, work <= kSmall / 2 ? twice(size) : size);
    else if (!is_expected)
      small_size_ = 0;
  }

 private:
  static constexpr std::uint32_t kLongestInterval = 63;

  static constexpr std::size_t twice(std::size_t size) {
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    return size > kMost / 2 ? kMost : 2 * size;
  }

  std::size_t small_size_ = 0;
  // How many loops are left out between two that are measured, and how many are still to be left out.
  std::uint32_t interval_ = 0;
  std::uint32_t unmeasured_ = 0;
};

// Measures the pieces of one loop. Each piece has a worker; the times of two halves are added when both have ended.
class Stopwatch {
 public:
  // Calls `piece()`. If `work` is not null, adds how long it took.
  template <class Piece>
  static auto run(LoopHistory::Duration* work, const Piece& piece) {
    if (work == nullptr) [[likely]]
      return piece();
    const auto begin = Clock::now();
    auto result = piece();
    *work += without_reading(std::chrono::duration_cast<LoopHistory::Duration>(Clock::now() - begin));
    return result;
  }
  // How long a piece took, if so much time passed between the two readings of the clock around it.
  [[nodiscard]] static constexpr LoopHistory::Duration without_reading(LoopHistory::Duration time) {
    return std::max(time - kReading, LoopHistory::Duration(0));
  }

 private:
  using Clock = std::chrono::steady_clock;

  // About what it takes to read the clock.
  static constexpr LoopHistory::Duration kReading{20};
};

}  // namespace vigil::detail
