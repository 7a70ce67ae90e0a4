#pragma once

#include "checks.hpp"
#include "describe.hpp"
#include "terminal_line.hpp"

#include <chrono>
#include <cstdint>

namespace vigil::program {

// How far checks have come, on a terminal.
class ProgressLine {
 public:
  void show(const Standing& standing) {
    line_.show(fmt::format("{} of {}, {} executions, {}/s: {}", standing.done, standing.total,
                           grouped(standing.executions), grouped(rate(standing.executions)), standing.running));
  }
  void clear() const { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  // Executions of each second, over the last one.
  std::uint64_t rate(std::uint64_t executions) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - since_).count();
    if (seconds >= 1) {
      rate_ = executions > before_ ? static_cast<double>(executions - before_) / seconds : 0;
      since_ = now;
      before_ = executions;
    }
    return static_cast<std::uint64_t>(rate_);
  }

  TerminalLine line_;
  Clock::time_point since_ = Clock::now();
  std::uint64_t before_ = 0;
  double rate_ = 0;
};

}  // namespace vigil::program
