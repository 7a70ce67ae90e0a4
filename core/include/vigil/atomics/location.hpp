#pragma once

/// The core. Parts of it have namespaces of their own.
namespace vigil {

/// A place in the source. Layers that record executions take one with each operation, to show where it was called.
///
/// Give a function a last parameter `Location location = Location::current()`: the default names the caller's line.
/// clang 14 has no `std::source_location`.
///
/// \snippet atomics/location.cpp example
struct Location {
  /// The file's name as the compiler was given it. Lives as long as the program.
  const char* file = "";
  /// The name of the enclosing function, without its parameters. Lives as long as the program.
  const char* function = "";
  /// The line, from 1; 0 if the place is unknown.
  unsigned line = 0;
  /// 0, unless a layer marks places of its own. It takes the place of padding, because a layer may compare the stacks
  /// of threads byte by byte.
  unsigned unused = 0;

  /// The place of the call. Leave all arguments to their defaults.
  static constexpr Location current(const char* file = __builtin_FILE(), const char* function = __builtin_FUNCTION(),
                                    unsigned line = __builtin_LINE()) {
    return {file, function, line, 0};
  }
};

}  // namespace vigil
