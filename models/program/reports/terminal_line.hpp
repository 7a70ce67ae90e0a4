#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <string>

#include <unistd.h>

namespace vigil::program {

// A line on a terminal's stderr that is written over and over; nothing in a pipe.
class TerminalLine {
 public:
  void show(std::string text) const {
    if (!terminal_) return;
    if (text.size() > kWidth) text.resize(kWidth);
    fmt::print(stderr, "\r\x1b[K{}", text);
    std::fflush(stderr);
  }
  void clear() const { show({}); }

 private:
  static constexpr std::size_t kWidth = 98;
  bool terminal_ = ::isatty(STDERR_FILENO) == 1;
};

}  // namespace vigil::program
