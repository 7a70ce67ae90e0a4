#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <vector>

namespace vigil::comparison {

inline double wall_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Processor time of all threads of this process. Time of other programs does not count.
inline double process_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// The system counts the processor time of all programs in ticks, of 10 ms as a rule. It is wrong by up to about a tick
// for each processor. On two processors that is at most 0.04 of a processor, in a measurement of this length.
inline constexpr std::chrono::milliseconds kShortest{500};

// Ends a measurement when it has `least` batches and is long enough to tell what other programs used meanwhile.
class Enough {
 public:
  explicit Enough(int least) : left_(least) {}

  // Whether there is to be another batch.
  [[nodiscard]] bool wants_another() {
    if (left_ == 0) return std::chrono::steady_clock::now() - begin_ < kShortest;
    --left_;
    return true;
  }

 private:
  int left_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Samples, of which the median and the least are quoted: on a shared machine other programs dominate the mean.
class Samples {
 public:
  void add(double value) { values_.push_back(value); }

  // The smallest value such that a fraction `share` of all samples is at most that value.
  [[nodiscard]] double quantile(double share) {
    std::sort(values_.begin(), values_.end());
    return values_[static_cast<std::size_t>(share * static_cast<double>(values_.size() - 1))];
  }
  [[nodiscard]] double median() { return quantile(0.5); }
  [[nodiscard]] double least() { return quantile(0); }

 private:
  std::vector<double> values_;
};

}  // namespace vigil::comparison
