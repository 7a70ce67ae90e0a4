#include "this_process.hpp"

#include <unistd.h>

#include <array>
#include <fstream>
#include <limits>
#include <sstream>

namespace vigil::frontier {
namespace {

std::string first_line(const char* file) {
  std::string line;
  std::ifstream stream(file);
  std::getline(stream, line);
  return line;
}

std::string target_of(const char* link) {
  std::array<char, 256> target{};
  const ssize_t size = readlink(link, target.data(), target.size());
  return size <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(size));
}

// 0 if there is no such process, or one that has ended and is still to be waited for.
std::int64_t start_of(std::int64_t process) {
  const std::string line = first_line(("/proc/" + std::to_string(process) + "/stat").c_str());
  const auto end_of_name = line.rfind(')');
  if (end_of_name == std::string::npos) return 0;
  std::istringstream rest(line.substr(end_of_name + 1));
  std::string field;
  rest >> field;
  if (field == "Z" || field == "X") return 0;
  constexpr int kStart = 22, kState = 3;
  for (int i = kState; i != kStart; ++i) rest >> field;
  std::int64_t start = 0;
  std::istringstream(field) >> start;
  return start;
}

}  // namespace

ProcessName this_process() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return {std::string(host.data()) + ' ' + first_line("/proc/sys/kernel/random/boot_id") + ' ' +
              target_of("/proc/self/ns/pid"),
          getpid(), start_of(getpid())};
}

bool has_died(const ProcessName& process, const ProcessName& here) {
  return process.host == here.host && start_of(process.process) != process.started;
}

}  // namespace vigil::frontier
