#pragma once

#include <string>
#include <string_view>

namespace vigil::checker {

// An output file that is called so is the standard output, which then has nothing else.
inline constexpr std::string_view kStandardOutput = "-";

// False if it cannot.
[[nodiscard]] bool write_file(const std::string& file, const std::string& text);
// Whether `write_file` would be able to: to be asked before an hour of checking, not after. Leaves what is in the file.
[[nodiscard]] bool is_writable(const std::string& file);

}  // namespace vigil::checker
