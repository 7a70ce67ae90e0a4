#pragma once

#include "explore.hpp"
#include "graph.hpp"
#include "test.hpp"

#include <vigil/checker/execution.hpp>
#include <vigil/checker/options.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace vigil::litmus {

// One execution of a search.
struct NumberedExecution {
  enum class Kind : std::uint8_t { complete, stuck, undefined };
  Kind kind = Kind::complete;
  std::vector<Word> values;  // of what is shown, at the end of a complete one
  checker::Graph graph;
  checker::RecordedExecution steps;
};
// Searches anew, up to the execution of this number. Nothing if there are fewer.
[[nodiscard]] std::optional<NumberedExecution> execution_numbered(std::uint64_t number, const Test& test,
                                                                  const checker::Options& options);

}  // namespace vigil::litmus
