#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace vigil::testing {

struct Outcome {
  int status;          // the exit status, or -1 if there is none
  std::string output;  // stdout and stderr
};

inline Outcome run(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {-1, "cannot start " + command};
  std::string output;
  std::array<char, 4096> chunk{};
  while (std::fgets(chunk.data(), static_cast<int>(chunk.size()), pipe) != nullptr) output += chunk.data();
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

}  // namespace vigil::testing
