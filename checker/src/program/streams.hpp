#pragma once

#include <cstdio>

namespace vigil::checker {

// Where a program that checks models prints. A program that is itself explored keeps its own standard output apart.
struct Streams {
  std::FILE* out = stdout;
  std::FILE* error = stderr;
};
[[nodiscard]] Streams& streams();

}  // namespace vigil::checker
