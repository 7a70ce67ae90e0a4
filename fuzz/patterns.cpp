// Patterns for the names of models: the first line of the input is the pattern, each other a name.

#include "input.hpp"
#include "name_pattern.hpp"

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using vigil::checker::matches;
  using vigil::fuzz::require;
  const auto lines = vigil::fuzz::split(vigil::fuzz::text_of(data, size), '\n');
  const std::string pattern(lines.front());
  const bool is_plain = pattern.find_first_of("*?[") == std::string::npos;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string name(lines[i]);
    const bool found = matches(name, pattern);
    if (is_plain) require(found == (name.find(pattern) != std::string::npos), "a plain pattern is a part of the name");
    require(matches(name, "") && matches(name, "*"), "an empty pattern and a star match all names");
    require(matches(name, name) || name.find_first_of("*?[\\") != std::string::npos, "a name matches itself");
  }
  return 0;
}
