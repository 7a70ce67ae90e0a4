#pragma once

#include "graph.hpp"

#include <vigil/checker/violation.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace vigil::checker {

// Threads that wait when no other can go on: which of them wait for ever, and what that is.
class Standstill {
 public:
  // Of threads that spin although the graph has no event that says so: where the last iteration began.
  using PendingSpins = std::array<std::optional<unsigned>, kMostThreads + 1>;

  Standstill(const Graph& graph, const PendingSpins& pending_spins) : graph_(graph), pending_spins_(pending_spins) {}

  // Whether the thread waits only because of what it happened to read: another execution shows it going on. `last`: its
  // event that waits.
  [[nodiscard]] bool is_stale(EventId last) const;
  // Whether an iteration that changed nothing has read whatever is newest.
  [[nodiscard]] bool spins_in_vain(unsigned thread, unsigned first, unsigned end) const;

  struct Verdict {
    bool is_stale = false;  // it is no end of an execution
    Violation violation = Violation::deadlock;
    const char* what = "";
    unsigned who = 0;  // the thread that shows it
  };
  // `waiting`: the threads whose last event waits; `joining`: those that wait for another one's end; a bit each.
  [[nodiscard]] Verdict verdict(std::uint64_t waiting, std::uint64_t joining) const;

 private:
  [[nodiscard]] bool is_free_in_between(unsigned mutex) const;
  [[nodiscard]] std::optional<unsigned> spinning_since(unsigned thread) const;
  [[nodiscard]] EventId effective(unsigned location, EventId write) const;

  const Graph& graph_;
  const PendingSpins& pending_spins_;
};

}  // namespace vigil::checker
