#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::proofs {

// Sources as text, by path relative to the root of the project. A test breaks a rule in a tree of its own.
using Sources = std::map<std::string, std::string>;

// A directive of the preprocessor: `#include <atomic>` has the name `include` and the rest `<atomic>`.
struct Directive {
  std::string name;
  std::string rest;
};

// A source as the preprocessor reads it: lines are spliced, comments are gone, literals are empty.
struct Code {
  std::vector<Directive> directives;
  // Of the whole source, those of its directives too, but for the name of an included header.
  std::vector<std::string> tokens;
};

[[nodiscard]] Code read_code(std::string_view text);

// The header that a directive includes, with its brackets or quotes. Empty if it is not spelled there.
[[nodiscard]] std::string header_in(const Directive& directive);

}  // namespace vigil::proofs
