#include "input_text.hpp"

#include "commands.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iostream>
#include <sstream>

namespace vigil::program {

std::string input_text(const std::string& file) {
  std::ostringstream text;
  if (file == kStandardOutput) {
    text << std::cin.rdbuf();
    return text.str();
  }
  std::ifstream stream(file, std::ios::binary);
  text << stream.rdbuf();
  if (!stream) throw checker::WrongUsage(fmt::format("{} cannot be read", file));
  return text.str();
}

}  // namespace vigil::program
