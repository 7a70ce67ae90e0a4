#pragma once

#include "axioms.hpp"
#include "drawing.hpp"
#include "test.hpp"

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::litmus {

// Why no execution ends as a test's condition says.
struct WhyNot {
  std::uint64_t candidates = 0;  // executions that would end so if the memory model asked nothing
  bool complete = false;         // whether all were looked at
  std::uint64_t allowed = 0;     // by the memory model
  // Under C++20: only by its axioms, and with a cycle of program order and reads-from. See may_buffer_loads.
  std::uint64_t buffered = 0;
  std::map<axioms::Axiom, std::uint64_t> broken;  // how many break which axiom first

  // Of the candidates that break the last of these axioms, one with the shortest cycle.
  struct CycleArrow {
    std::string_view relation;
    unsigned from = 0;  // an event of the drawing
    unsigned to = 0;
    std::string words;
  };
  struct Shown {
    axioms::Axiom axiom = axioms::Axiom::coherence;
    Drawing drawing;  // without views
    std::vector<CycleArrow> cycle;
    std::string words;  // the conclusion
  };
  std::optional<Shown> shown;
  std::string nothing;  // why there is no candidate, or why none was looked for
};

[[nodiscard]] WhyNot why_not(const Test& test, const checker::Options& options);

}  // namespace vigil::litmus
