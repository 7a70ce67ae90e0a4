#include "output_file.hpp"

#include "streams.hpp"

#include <cstdio>
#include <fstream>

namespace vigil::checker {

bool write_file(const std::string& file, const std::string& text) {
  if (file == kStandardOutput)
    return std::fwrite(text.data(), 1, text.size(), streams().out) == text.size() && std::fflush(streams().out) == 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out.good();
}

bool is_writable(const std::string& file) {
  return file == kStandardOutput || std::ofstream(file, std::ios::app).good();
}

}  // namespace vigil::checker
