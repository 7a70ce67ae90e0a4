#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::comparison {

struct ClosePipe {
  // Waits for the program, whose processor time is then known to CountOthers.
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};
using Pipe = std::unique_ptr<std::FILE, ClosePipe>;

// The `count` numbers that another program prints. Throws if it prints fewer.
inline std::vector<double> ask(const std::string& command, std::size_t count) {
  const Pipe pipe(popen(command.c_str(), "r"));
  std::vector<double> numbers;
  for (double number = 0; pipe != nullptr && numbers.size() != count && std::fscanf(pipe.get(), "%lf", &number) == 1;)
    numbers.push_back(number);
  if (numbers.size() != count) throw std::runtime_error("no figures from " + command);
  return numbers;
}

// The first word that another program prints, or "unknown".
inline std::string ask_for_word(const std::string& command) {
  const Pipe pipe(popen(command.c_str(), "r"));
  char word[64];
  return pipe != nullptr && std::fscanf(pipe.get(), "%63s", word) == 1 ? word : "unknown";
}

}  // namespace vigil::comparison
