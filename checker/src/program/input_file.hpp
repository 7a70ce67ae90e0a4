#pragma once

#include <string>

namespace vigil::checker {

// The whole text of a file that the user names. Throws WrongUsage if it cannot be read.
[[nodiscard]] std::string read_file(const std::string& file);

}  // namespace vigil::checker
