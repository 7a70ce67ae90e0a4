#pragma once

#include <string>
#include <vector>

namespace vigil::unmodified {

// A call in the program's sources. An inlined call has one of its own.
struct SourceFrame {
  std::string function;
  std::string file;
  unsigned line = 0;
};

// The calls that a return address stands for, the innermost first. Empty if it is not of the program, or if it was
// compiled without -g. By addr2line, of which one process stays for each object.
[[nodiscard]] const std::vector<SourceFrame>& frames_at(const void* return_address);

}  // namespace vigil::unmodified
