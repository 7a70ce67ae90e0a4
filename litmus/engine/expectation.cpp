#include "expectation.hpp"

#include <algorithm>
#include <stdexcept>

namespace vigil::litmus {

std::optional<Verdict> expected_verdict(const Test& test, checker::MemoryModel model) {
  const auto name = checker::name_of(model);
  const auto line = std::ranges::find(test.metadata, name, [](const auto& each) { return each.first; });
  if (line == test.metadata.end()) return std::nullopt;
  const auto verdict = verdict_named(line->second);
  if (!verdict || *verdict == Verdict::unknown)
    throw std::invalid_argument("'" + line->first + "=" + line->second +
                                "' names no verdict: allowed, forbidden, not-explored or undefined");
  return verdict;
}

}  // namespace vigil::litmus
