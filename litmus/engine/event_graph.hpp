#pragma once

#include "axioms.hpp"
#include "graph.hpp"
#include "request.hpp"

#include <optional>
#include <vector>

namespace vigil::litmus {

// The events of an execution and who reads from whom, as the axioms see them.
struct EventGraph {
  static constexpr int kInitial = -1;
  struct Node {
    unsigned thread = 0;
    int location = -1;  // of a fence: none
    bool reads = false;
    bool writes = false;
    bool is_fence = false;  // also of a heavy one
    bool is_light = false, is_heavy = false;
    bool is_locked = false;  // an instruction of x86 that locks the bus
    checker::Demands demands;
    int source = kInitial;  // of a read: the number of a node
  };
  std::vector<Node> nodes;                    // those of one thread in its own order
  std::vector<std::vector<unsigned>> orders;  // of each location, the modification order without the initial value

  // The number that the axioms know a node by. Initial values come first.
  [[nodiscard]] unsigned event(unsigned node) const { return static_cast<unsigned>(orders.size()) + node; }
  [[nodiscard]] std::optional<unsigned> node(unsigned event) const {
    return event < orders.size() ? std::nullopt : std::optional(event - static_cast<unsigned>(orders.size()));
  }
  // Whether the axioms can be asked.
  [[nodiscard]] bool fits() const { return orders.size() + nodes.size() <= axioms::kMostEvents; }
  [[nodiscard]] axioms::Candidate candidate() const;

  // In the modification order of the location of a read: the place of what it reads; 0: the initial value.
  [[nodiscard]] unsigned place_read(const Node& read) const;
};

// A node without its location and its source.
[[nodiscard]] EventGraph::Node node_of(unsigned thread, const checker::Event& event);

}  // namespace vigil::litmus
