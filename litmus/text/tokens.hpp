#pragma once

#include "characters.hpp"
#include "program.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace vigil::litmus {

struct Token {
  enum class Kind : std::uint8_t { name, number, symbol, end };
  Kind kind = Kind::end;
  std::string_view text;  // empty at the end
  Place place;
  Word value = 0;  // of a number, without a sign
};

// The tokens from the initial state on, with one of the kind `end` behind them; they refer to the text. Throws a
// TextError for a character or a number that herd's C has not.
//
// "(*" begins a comment in the initial state, between the threads and in the condition, but not in a thread's code.
[[nodiscard]] std::vector<Token> tokens_of(Characters& characters);

}  // namespace vigil::litmus
