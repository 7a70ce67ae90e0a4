#pragma once

#include "names.hpp"
#include "program.hpp"

#include <cstdint>
#include <string>

namespace vigil::litmus {

// An expression in C's syntax, with the parentheses that it needs.
struct WrittenExpression {
  std::string text;
  unsigned precedence = 0;  // of its operator
  unsigned depth = 1;       // what it adds to the nesting that the reader limits
};
[[nodiscard]] WrittenExpression write_expression(const Program& program, const Names& names, std::size_t thread,
                                                 std::uint32_t expression);

}  // namespace vigil::litmus
