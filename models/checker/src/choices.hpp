#pragma once

#include "editor.hpp"
#include "runtime.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// A way to place the event that a thread asks for: the source that it reads, or the place that it writes at, and what
// chance decides.
struct Placement {
  EventId source;
  std::uint16_t place = 0;
  std::uint8_t variant = 0;
};

// Every placement that the graph and the memory model allow for the next event of a thread, the newest first; waiting
// is none of them. The event has been appended and is the last of the graph; afterwards it has no place.
[[nodiscard]] std::vector<Placement> placements(Editor& editor, EventId id);
void place(Editor& editor, EventId id, const Placement& placement);

// One step of a schedule: which thread, and which of its placements.
struct Choice {
  unsigned thread = 0;
  unsigned placement = 0;
};

// The choices that lead to a graph, in an order of its events that respects sb ∪ rf. Events that wait are left out.
[[nodiscard]] std::vector<Choice> choices_of(const Graph& graph, const std::vector<EventId>& order,
                                             ConsistencyModel& model);

// As text in [0-9a-z]: "a12i3c" is twelve steps of thread 0 with their first placement, one with its placement 3, and
// one step of thread 2.
[[nodiscard]] std::string write_choices(const std::vector<Choice>& choices);
// Throws std::invalid_argument if `text` is no such text.
[[nodiscard]] std::vector<Choice> read_choices(std::string_view text);

}  // namespace vigil::checker
