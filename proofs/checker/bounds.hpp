#pragma once

#include <vigil/checker/options.hpp>

#include <program.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace vigil::conformance {

// Searches that are bounded by preemptions.

// How many programs were compared, and how many executions they have, each by its preemptions.
struct ComparedBounds {
  std::uint64_t programs = 0;
  std::uint64_t executions = 0;
  std::uint64_t most_preemptions = 0;
};

// What a search with a bound does wrong; empty if for each bound it finds exactly the executions of the oracle that
// have no more preemptions, by brute force. A program that is too large for the oracle is not compared.
[[nodiscard]] std::string wrong_bound(const litmus::Program& program, checker::MemoryModel model,
                                      std::size_t most_graphs, ComparedBounds& compared);

}  // namespace vigil::conformance
