#pragma once

#include <string>

namespace vigil::program {

// The text of a file, or of the standard input if its name is -. Throws checker::WrongUsage if it cannot be read.
[[nodiscard]] std::string input_text(const std::string& file);

}  // namespace vigil::program
