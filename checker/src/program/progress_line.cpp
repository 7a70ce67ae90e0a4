#include "progress_line.hpp"

#include "streams.hpp"
#include "words.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace vigil::checker {

namespace {

// Whether the standard error is a terminal that can erase a line, and may be asked to.
bool can_erase() {
  const char* const terminal = std::getenv("TERM");
  const char* const plain = std::getenv("NO_COLOR");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb" &&
         (plain == nullptr || *plain == '\0');
}

}  // namespace

TerminalLine::TerminalLine() : is_shown_(can_erase()) {}

void TerminalLine::show(std::string text) const {
  if (!is_shown_) return;
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
