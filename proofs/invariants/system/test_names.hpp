#pragma once

#include <cctype>
#include <string>

namespace vigil::proofs::invariants {

// The words of a name, joined to the name of a test.
inline std::string as_test_name(const std::string& name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_letter) result += begins_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins_word = !is_letter;
  }
  return result;
}

inline constexpr auto kByName = [](const auto& info) { return as_test_name(info.param.name); };

}  // namespace vigil::proofs::invariants
