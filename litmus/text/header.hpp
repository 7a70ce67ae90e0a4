#pragma once

#include "characters.hpp"
#include "test.hpp"

namespace vigil::litmus {

// Reads what stands before the initial state: "C name", perhaps a description in quotes, and lines "Key=value". Throws
// a TextError, also if the test is not one in C.
void read_header(Characters& characters, Test& test);

// Whether a header can hold these.
[[nodiscard]] bool is_test_name(std::string_view text);
[[nodiscard]] bool is_description(std::string_view text);
[[nodiscard]] bool is_metadata(std::string_view key, std::string_view value);

}  // namespace vigil::litmus
