#include "crash.hpp"

#include <vigil/testing/sanitized.hpp>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

namespace vigil::soak {
namespace {

std::array<char, 200> line{};

void crashed(int number) {
  const auto* const end = std::find(line.begin(), line.end(), '\0');
  if (write(STDERR_FILENO, line.data(), static_cast<std::size_t>(end - line.begin())) < 0) _exit(128 + number);
  ::signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

void announce(std::string_view part, std::uint64_t seed) {
  const std::string text = "vigil_soak: crashed in part " + std::string(part) + ", seed " + std::to_string(seed) +
                           "\nagain: vigil_soak --replay " + std::string(part) + " " + std::to_string(seed) + "\n";
  line.fill('\0');
  std::copy_n(text.begin(), std::min(text.size(), line.size() - 1), line.begin());
  // Sanitizers have handlers of their own for the others.
#if !defined(VIGIL_SANITIZED)
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::signal(number, &crashed);
#endif
  ::signal(SIGABRT, &crashed);
}

}  // namespace vigil::soak
