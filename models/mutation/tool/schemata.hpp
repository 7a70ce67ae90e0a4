#pragma once

#include "insertions.hpp"
#include "specification.hpp"
#include "tokens.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace vigil::mutation {

// Mutant schemata (Untch, Offutt, Harrold, 1993): one source has all mutants, each behind a switch that is thrown when
// the program runs.

// Where a change applies.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  unsigned line = 0;
};

// Finds the change of the mutant in its header. White space and comments do not count. Throws Mistake if the original
// is not there, is there more than once, or is not what its kind says.
[[nodiscard]] Place place_of(const Mutant& mutant, const Change& change, std::span<const Token> header);

// Puts the mutants into their header. Each is active if the variable `::vigil::mutants::NAME` is true.
//
//   an expression    (::vigil::mutants::NAME ? (REPLACEMENT) : (ORIGINAL))
//   statements       { if (::vigil::mutants::NAME) { REPLACEMENT } else { ORIGINAL } }
//
// Changes of several mutants may have the same original, or one may stand within another. Throws Mistake if two
// overlap otherwise.
void insert_mutants(std::span<const Mutant> mutants, std::span<const Token> header, Insertions& insertions);

}  // namespace vigil::mutation
