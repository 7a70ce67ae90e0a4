#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>

namespace vigil::unmodified {

// Time of the program stands still, but for its waits: a sleep brings the clock of the thread to the end of the sleep,
// and a wait that ends by its time limit brings it to that moment, or far beyond.
void begin_time();
// What the clock of the current thread shows.
[[nodiscard]] std::timespec current_time();

// What each thread has last seen of its clock: a loop that sees another time is not where it was.
[[nodiscard]] std::span<std::byte> clocks_read();

// What no function takes for a time.
[[nodiscard]] constexpr bool is_invalid(const std::timespec& time) {
  return time.tv_nsec < 0 || time.tv_nsec >= 1'000'000'000;
}

// The moment at which a wait of the current thread ends by itself.
class TimeLimit {
 public:
  // A moment of the clock.
  explicit TimeLimit(const std::timespec& end);
  [[nodiscard]] static TimeLimit after(const std::timespec& duration);

  [[nodiscard]] bool has_passed() const;
  // Further than any program waits: it ends no wait.
  [[nodiscard]] bool is_never() const;
  // It has ended a wait, or a sleep.
  void pass() const;
  void sleep_until() const;

 private:
  std::int64_t end_;  // in nanoseconds
};

}  // namespace vigil::unmodified
