#pragma once

#include "insertions.hpp"
#include "tokens.hpp"

#include <span>

namespace vigil::mutation {

// Puts what a source declares in vigil and the namespaces within it into an inline namespace of each:
//
//   namespace vigil::detail {    becomes    namespace vigil::detail::inline mutated {
//
// so that a program can have both the copy and the original, and `detail::name` finds what it found before. A namespace
// that is opened within another one is written in full, for the same reason. One without a name stays as it is.
void put_into_inline_namespaces(std::span<const Token> tokens, Insertions& insertions);

}  // namespace vigil::mutation
