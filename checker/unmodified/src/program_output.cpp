#include "program_output.hpp"

#include "streams.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>
#include <utility>

namespace vigil::unmodified {
namespace {

void flush() {
  std::cout.flush();
  std::clog.flush();
  std::fflush(stdout);
}

// A stream for a standard output that is closed.
std::FILE* unwritable() {
  const auto refuse = [](void* /*cookie*/, const char* /*bytes*/, std::size_t /*count*/) -> ssize_t {
    errno = EBADF;
    return 0;
  };
  return fopencookie(nullptr, "w", {.read = nullptr, .write = refuse, .seek = nullptr, .close = nullptr});
}

// Another file for what the process writes there. What was open before.
std::FILE* replace(int descriptor, int file) {
  const int before = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  const bool is_writable = before >= 0 && (fcntl(before, F_GETFL) & O_ACCMODE) != O_RDONLY;
  std::FILE* const stream = is_writable ? fdopen(before, "w") : unwritable();
  if (stream == nullptr || dup2(file, descriptor) < 0)
    throw std::system_error(errno, std::generic_category(), "the standard output");
  return stream;
}

}  // namespace

void ProgramOutput::keep_apart() {
  flush();
  if (is_replay_) kept_ = memfd_create("output", MFD_CLOEXEC);
  const int file = kept_ < 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : kept_;
  if (file < 0) throw std::system_error(errno, std::generic_category(), "/dev/null");
  checker::streams() = {replace(STDOUT_FILENO, file), replace(STDERR_FILENO, file)};
  setvbuf(checker::streams().error, nullptr, _IONBF, 0);
  // Line by line: an execution may end before the program does, and both outputs are kept as one.
  if (kept_ >= 0) setvbuf(stdout, nullptr, _IOLBF, 0);
}

void ProgramOutput::begin_execution() {
  if (!std::exchange(is_apart_, true)) keep_apart();
  if (kept_ < 0) return;
  flush();
  if (ftruncate(kept_, 0) == 0) lseek(kept_, 0, SEEK_SET);
}

void ProgramOutput::show() {
  if (kept_ < 0) return;
  flush();
  std::FILE* const out = checker::streams().out;
  std::array<char, 4096> part{};
  lseek(kept_, 0, SEEK_SET);
  for (bool is_first = true;; is_first = false) {
    const auto bytes = read(kept_, part.data(), part.size());
    if (bytes <= 0) break;
    if (is_first) std::fputs("\nThe program printed:\n", out);
    std::fwrite(part.data(), 1, static_cast<std::size_t>(bytes), out);
  }
  std::fflush(out);
}

ProgramOutput& program_output() {
  static ProgramOutput the;
  return the;
}

}  // namespace vigil::unmodified
