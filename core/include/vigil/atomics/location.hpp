#pragma once

namespace vigil {

// Where in the source an operation was written, for layers that record executions. As the default of a last parameter,
// `Location location = Location::current()` names the call; clang 14 has no `std::source_location`.
struct Location {
  const char* file = "";
  const char* function = "";
  unsigned line = 0;
  // No padding: a layer may compare the stacks of threads byte by byte.
  unsigned unused = 0;

  static constexpr Location current(const char* file = __builtin_FILE(), const char* function = __builtin_FUNCTION(),
                                    unsigned line = __builtin_LINE()) {
    return {file, function, line, 0};
  }
};

}  // namespace vigil
