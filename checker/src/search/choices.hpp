#pragma once

#include "editor.hpp"

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

// What choices call the threads that a model's own threads start: by the order in which they are started. Their numbers
// in a graph depend on what else was run.
class StartOrder {
 public:
  explicit StartOrder(unsigned own_threads) : own_threads_(own_threads) {}

  void clear() { started_.clear(); }
  // Of each event, in the order in which they happen.
  void follow(const Request& request) {
    if (request.operation == Operation::start_thread) started_.push_back(static_cast<unsigned>(request.operand));
  }
  [[nodiscard]] unsigned name_of(unsigned thread) const;
  // kMostThreads if there is none yet.
  [[nodiscard]] unsigned thread_named(unsigned name) const;

 private:
  unsigned own_threads_;
  std::vector<unsigned> started_;
};

// The choices that lead to a graph of a model with so many threads of its own, in an order of its events that respects
// sb ∪ rf. Events that wait are left out.
[[nodiscard]] std::vector<Choice> choices_of(const Graph& graph, unsigned own_threads,
                                             const std::vector<EventId>& order, ConsistencyModel& model);

// As text in [0-9a-z]: "a12i3c" is twelve steps of thread 0 with their first placement, one with its placement 3, and
// one step of thread 2. "0" is no step at all.
[[nodiscard]] std::string write_choices(const std::vector<Choice>& choices);
// Throws std::invalid_argument if `text` is no such text.
[[nodiscard]] std::vector<Choice> read_choices(std::string_view text);

}  // namespace vigil::checker
