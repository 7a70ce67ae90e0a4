// No randomised addresses: they would differ from process to process.

#include <vigil/checker/frontier.hpp>

#include <sys/personality.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

namespace vigil::checker {
namespace {

constexpr unsigned long kAsk = 0xffffffff;

bool is_off_for_all() {
  int value = -1;
  std::ifstream("/proc/sys/kernel/randomize_va_space") >> value;
  return value == 0;
}

[[noreturn]] void refuse(const char* what, int why) {
  throw FrontierError(std::string("the addresses of the program cannot be fixed (") + what + ": " + std::strerror(why) +
                      "): processes that share a search need the system call personality(ADDR_NO_RANDOMIZE), which "
                      "containers may forbid");
}

}  // namespace

void fix_addresses(char* const* argv) {
  const int now = personality(kAsk);
  if ((now != -1 && (now & ADDR_NO_RANDOMIZE) != 0) || is_off_for_all()) return;
  if (now == -1 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1) refuse("personality", errno);
  // Where the system only pretends, the program would begin again for ever.
  if ((personality(kAsk) & ADDR_NO_RANDOMIZE) == 0) refuse("personality", ENOTSUP);
  execv("/proc/self/exe", argv);
  refuse("exec", errno);
}

}  // namespace vigil::checker
