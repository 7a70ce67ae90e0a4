#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace vigil::checker {

// A line on a terminal's stderr that is written over and over; nothing in a pipe, on a terminal that is called dumb, or
// if NO_COLOR asks for no control characters.
class TerminalLine {
 public:
  TerminalLine();
  void show(std::string text) const;
  void clear() const { show({}); }

 private:
  static constexpr std::size_t kWidth = 98;
  bool is_shown_;
};

// How far searches have come: "3 of 20, 1,000,000 executions, 90,000/s: sleep/sleep/stop about 12 %".
class ProgressLine {
 public:
  // `done`: of how many models, if there are several; `running`: what is searched now. May be called often.
  void show(const std::string& done, std::uint64_t executions, const std::string& running);
  void clear() const { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  void measure(std::uint64_t executions, Clock::time_point now);

  TerminalLine line_;
  Clock::time_point shown_{};
  Clock::time_point since_ = Clock::now();
  std::uint64_t before_ = 0;
  double rate_ = 0;  // executions of each second, over the last one
};

// "sleep/sleep/stop about 12 %"; the name alone while the share that is done is not known.
[[nodiscard]] std::string running_in_words(const std::string& model, double share_done);

}  // namespace vigil::checker
