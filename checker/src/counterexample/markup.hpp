#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vigil::checker {

// How many bytes the character at the front of `words` has in UTF-8; 0 if there is none, or no valid one.
[[nodiscard]] std::size_t utf8_length(std::string_view words);

// For the text of an HTML or XML element, or an attribute in double quotes. What neither may contain, control
// characters and what is not UTF-8, becomes a replacement character.
[[nodiscard]] std::string escaped(std::string_view words);

// At most `most` characters: what is longer ends in an ellipsis.
[[nodiscard]] std::string truncated(std::string_view words, std::size_t most);

// "<name attributes>content</name>".
[[nodiscard]] std::string element(std::string_view name, std::string_view attributes, const std::string& content);

}  // namespace vigil::checker
