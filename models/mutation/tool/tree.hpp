#pragma once

#include "specification.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vigil::mutation {

// The tree of copies against which models are compiled a second time.
//
//   include/vigil/...      the headers of core, testing/ and models/framework/
//   models/PART/NAME...    the headers of models, and the sources that the specifications name
//   mutants.cpp            the switches, and what the program knows of each mutant
//
// Core's headers have all mutants. They, the headers that include them and the models are in inline namespaces of their
// own. Everything else is as it is in the original, for it is one thing with it in a program: vigil/atomics/ above all,
// which the checker is compiled against.

// Texts by path, in the tree of copies.
using Copies = std::map<std::string, std::string>;

// Reads the specifications, headers and models below `source`. `origin` is its name in the `#line` of a copy. Throws
// Mistake.
[[nodiscard]] Copies copies_of(const std::filesystem::path& source, const std::string& origin);

// Writes the copies that differ from what is there, and removes every other file.
void write_copies(const Copies& copies, const std::filesystem::path& directory);

}  // namespace vigil::mutation
