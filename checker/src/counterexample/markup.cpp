#include "markup.hpp"

namespace vigil::checker {

std::size_t utf8_length(std::string_view words) {
  if (words.empty()) return 0;
  const auto byte = [words](std::size_t i) { return static_cast<unsigned char>(words[i]); };
  const std::size_t length = byte(0) < 0x80                      ? 1
                             : byte(0) >= 0xc2 && byte(0) < 0xe0 ? 2
                             : byte(0) >= 0xe0 && byte(0) < 0xf0 ? 3
                             : byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4
                                                                 : 0;
  if (length > words.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Overlong sequences, surrogates, and what lies beyond the last character.
  const bool is_out_of_range = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xed && byte(1) > 0x9f) ||
                               (byte(0) == 0xf0 && byte(1) < 0x90) || (byte(0) == 0xf4 && byte(1) > 0x8f);
  return is_out_of_range ? 0 : length;
}

std::string escaped(std::string_view words) {
  std::string out;
  while (!words.empty()) {
    const auto length = utf8_length(words);
    const char letter = words.front();
    const auto character = words.substr(0, length == 0 ? 1 : length);
    const bool is_control = (letter >= 0 && letter < ' ' && letter != '\n' && letter != '\t') || letter == '\x7f';
    if (length == 0 || is_control || character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf")
      out += "\xef\xbf\xbd";
    else if (letter == '&')
      out += "&amp;";
    else if (letter == '<')
      out += "&lt;";
    else if (letter == '>')
      out += "&gt;";
    else if (letter == '"')
      out += "&quot;";
    else
      out += character;
    words.remove_prefix(character.size());
  }
  return out;
}

std::string truncated(std::string_view words, std::size_t most) {
  std::size_t count = 0;
  std::size_t kept = 0;  // bytes, of one character less than allowed
  for (std::size_t at = 0; at < words.size(); ++count) {
    if (count + 1 == most) kept = at;
    const auto length = utf8_length(words.substr(at));
    at += length == 0 ? 1 : length;
  }
  return count <= most ? std::string(words) : std::string(words.substr(0, kept)) + "\xe2\x80\xa6";
}

std::string element(std::string_view name, std::string_view attributes, const std::string& content) {
  std::string out = "<" + std::string(name);
  if (!attributes.empty()) (out += " ") += attributes;
  return out + ">" + content + "</" + std::string(name) + ">";
}

}  // namespace vigil::checker
