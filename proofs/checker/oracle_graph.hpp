#pragma once

#include "step.hpp"
#include "thread_state.hpp"

#include <axioms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vigil::conformance {

// A part of an execution, as the oracle builds it.

using axioms::Candidate;
using axioms::EventSet;
using axioms::for_each;
using axioms::kMostEvents;
using axioms::only;

inline constexpr unsigned kMostThreads = 4;
inline constexpr unsigned kMostEventsOfThread = 15;

// An event by thread and index, in one byte. A location's initial value has none.
using Id = std::uint8_t;
inline constexpr Id kInitially = 0xff;
[[nodiscard]] constexpr Id id_of(unsigned thread, std::size_t index) { return static_cast<Id>(thread * 16 + index); }
[[nodiscard]] constexpr unsigned thread_of(Id id) { return id / 16; }
[[nodiscard]] constexpr unsigned index_of(Id id) { return id % 16; }

struct Node {
  Access access = Access::none;
  bool reads = false;
  bool writes = false;
  std::uint8_t location = 0;
  Id source = kInitially;
  std::uint8_t outcome = 0;  // the number of the effect, if there are several
  std::memory_order order = std::memory_order_relaxed;
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};

struct Graph {
  std::array<std::vector<Node>, kMostThreads> nodes;
  std::array<ThreadState, kMostThreads> states;
  std::span<const std::uint64_t> initial;  // value of each location
  std::vector<std::vector<Id>> writes;     // of each location in modification order, without the initial value

  [[nodiscard]] const Node& operator[](Id id) const { return nodes[thread_of(id)][index_of(id)]; }
  [[nodiscard]] std::uint64_t value(Id write, unsigned location) const {
    return write == kInitially ? initial[location] : (*this)[write].written;
  }
  [[nodiscard]] std::uint64_t newest_value(unsigned location) const {
    return value(writes[location].empty() ? kInitially : writes[location].back(), location);
  }

  // In the modification order; the initial value has place 0.
  [[nodiscard]] std::size_t place(Id write, unsigned location) const {
    if (write == kInitially) return 0;
    const auto& order = writes[location];
    return static_cast<std::size_t>(std::ranges::find(order, write) - order.begin()) + 1;
  }

  // Differs for different graphs. Values follow from sources and outcomes.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] unsigned events() const;  // with the initial values
};

// A graph as the definitions need it: initial values first, then thread after thread.
class Matrices {
 public:
  // The graph must outlive the matrices.
  explicit Matrices(const Graph& graph);
  [[nodiscard]] const Candidate& candidate() const { return candidate_; }
  // The number of an event, by its name and its location.
  [[nodiscard]] unsigned number(Id id, unsigned location) const;

 private:
  void add(Id id);
  void order(unsigned location);

  const Graph& graph_;
  Candidate candidate_;
  std::array<EventSet, kMostEvents> at_{};
};

}  // namespace vigil::conformance
