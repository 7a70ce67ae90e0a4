#pragma once

#include "problem.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace vigil::checker {

// Lines that a forge or an editor finds in the output, and shows beside the source.
enum class Annotations {
  github,  // workflow commands of GitHub: "::error file=src/queue.cpp,line=12,title=data-race::..."
  gcc,     // as a compiler writes: "src/queue.cpp:12: error: ... [data-race]"
};

// Lines of text, each with its end; empty of a problem that is expected.
[[nodiscard]] std::string annotation(const Problem& problem, Annotations form);
// What ended without a verdict.
[[nodiscard]] std::string annotation_without_verdict(const std::string& model, const std::string& message,
                                                     Annotations form);

void add_annotations(CLI::App& command, std::optional<Annotations>& form);

}  // namespace vigil::checker
