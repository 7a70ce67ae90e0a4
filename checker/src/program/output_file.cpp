#include "output_file.hpp"

#include "exit_status.hpp"
#include "streams.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace vigil::checker {
namespace {

[[noreturn]] void refuse(const std::string& file) {
  throw NotWritten("cannot write \"" + file + "\": " + std::strerror(errno));
}

}  // namespace

void write_file(const std::string& file, const std::string& text) {
  if (file == kStandardOutput) {
    std::fwrite(text.data(), 1, text.size(), streams().out);
    return;
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out.good()) refuse(file);
}

void expect_writable(const std::string& file) {
  if (file != kStandardOutput && !std::ofstream(file, std::ios::app).good()) refuse(file);
}

}  // namespace vigil::checker
