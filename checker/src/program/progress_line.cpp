#include "progress_line.hpp"

#include "streams.hpp"
#include "words.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

#include <unistd.h>

namespace vigil::checker {

TerminalLine::TerminalLine() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

void TerminalLine::show(std::string text) const {
  if (!is_terminal_) return;
  if (text.size() > kWidth) text.resize(kWidth);
  std::fprintf(streams().error, "\r\x1b[K%s", text.c_str());
  std::fflush(streams().error);
}

void ProgressLine::show(const std::string& done, std::uint64_t executions, const std::string& running) {
  constexpr auto kBetween = std::chrono::milliseconds(90);
  const auto now = Clock::now();
  if (now - shown_ < kBetween) return;
  shown_ = now;
  measure(executions, now);
  line_.show(done + (done.empty() ? "" : ", ") + counted(executions, "execution") + ", " +
             grouped(static_cast<std::uint64_t>(rate_)) + "/s: " + running);
}

void ProgressLine::measure(std::uint64_t executions, Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - since_).count();
  if (seconds < 1) return;
  rate_ = executions > before_ ? static_cast<double>(executions - before_) / seconds : 0;
  since_ = now;
  before_ = executions;
}

std::string running_in_words(const std::string& model, double share_done) {
  constexpr double kPercent = 100;
  if (share_done <= 0) return model;
  return model + " about " + std::to_string(std::lround(share_done * kPercent)) + " %";
}

}  // namespace vigil::checker
