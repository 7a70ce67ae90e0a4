#pragma once

#include "streams.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace vigil::checker {

// How a program that checks models ends.
inline constexpr int kAsExpected = 0;
inline constexpr int kDiffers = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kLimitReached = 3;

inline constexpr const char* kExitStatuses =
    "Exit status: 0 every verdict as expected; 1 a verdict differs; 2 wrong usage;\n"
    "3 a limit was reached before a planned search ended.";

// Of two models: a verdict that differs weighs more than a limit, and a limit more than nothing.
[[nodiscard]] constexpr int worse(int one, int other) {
  return one == kDiffers || other == kDiffers ? kDiffers : std::max(one, other);
}

// Says what is wrong, in one line.
[[nodiscard]] inline int wrong_usage(const std::string& program, std::string what) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fprintf(streams().error, "%s: %s\n", program.c_str(), what.c_str());
  return kWrongUsage;
}

}  // namespace vigil::checker
