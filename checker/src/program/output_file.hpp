#pragma once

#include <string>
#include <string_view>

namespace vigil::checker {

// An output file that is called so is the standard output, which then has nothing else.
inline constexpr std::string_view kStandardOutput = "-";

// Throws NotWritten if it cannot. What cannot be written to the standard output the end of the program finds.
void write_file(const std::string& file, const std::string& text);
// Throws NotWritten if `write_file` would: to be asked before an hour of checking, not after. Leaves what is in the
// file.
void expect_writable(const std::string& file);

}  // namespace vigil::checker
