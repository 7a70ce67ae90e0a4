#pragma once

#include <cstdint>
#include <string>

namespace vigil::frontier {

// A process, so that others on the same machine can find out whether it still runs.
struct ProcessName {
  std::string host;           // the machine since it was started, and the set of process numbers there
  std::int64_t process = 0;   // its number
  std::int64_t started = 0;   // when it was started, because numbers come again
};

[[nodiscard]] ProcessName this_process();

// Whether it is known that the process runs no more: it was on this machine, as `here` is, and is not there.
[[nodiscard]] bool has_died(const ProcessName& process, const ProcessName& here);

}  // namespace vigil::frontier
