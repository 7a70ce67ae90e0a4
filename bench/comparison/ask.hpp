#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::comparison {

// The `count` numbers that another program prints. Throws if it prints fewer.
inline std::vector<double> ask(const std::string& command, std::size_t count) {
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(popen(command.c_str(), "r"));
  std::vector<double> numbers;
  for (double number = 0; pipe != nullptr && numbers.size() != count && std::fscanf(pipe.get(), "%lf", &number) == 1;)
    numbers.push_back(number);
  if (numbers.size() != count) throw std::runtime_error("no figures from " + command);
  return numbers;
}

}  // namespace vigil::comparison
