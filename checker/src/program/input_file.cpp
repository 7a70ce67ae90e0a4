#include "input_file.hpp"

#include "exit_status.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace vigil::checker {

std::string read_file(const std::string& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  // A directory can be opened, and not read. An empty file gives no character, which is no error here.
  if (in && in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (in.bad() || (in.fail() && !in.eof()))
    throw WrongUsage("cannot read \"" + file + "\": " + std::strerror(errno != 0 ? errno : EIO));
  return text.str();
}

}  // namespace vigil::checker
