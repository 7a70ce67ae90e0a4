// Tokens of `vigil replay`, which users paste.

#include "input.hpp"
#include "token.hpp"

#include <string>

namespace {

using vigil::fuzz::require;
using vigil::program::Token;

// The text with the checksum that it should have, so that the input gets past it.
std::string sealed(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  char sum[8];
  std::snprintf(sum, sizeof sum, ":%04x", (hash >> 16U) ^ (hash & 0xffffU));
  return std::string(text) + sum;
}

void check(std::string_view text) {
  const auto token = Token::parse(text);
  if (!token) return;
  const auto again = Token::parse(token->text());
  require(again.has_value(), "the text of a token is a token");
  require(again->text() == token->text(), "a token is what its text says");
  require(again->model == token->model && again->engine == token->engine && again->outcome == token->outcome &&
              again->execution.number == token->execution.number &&
              again->execution.choices == token->execution.choices,
          "no part of a token changes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = vigil::fuzz::text_of(data, size);
  check(text);
  check(sealed(text));
  return 0;
}
