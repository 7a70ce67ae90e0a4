#pragma once

#include "graph.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vigil::checker {

// The preemptions of an execution: the fewest preemptive context switches of all orders of its events that respect sb
// and rf, where the start and the join of a thread count as rf. With `in_coherence_order`, of those that are runs of an
// interleaving machine: each read reads the newest write, and writes come in modification order.
//
// A switch from one thread to another is preemptive unless the first one has no more events, or waits: its next
// operation cannot go on with the newest value so far, or is the join of a thread that has not ended. An operation that
// waits to the end of the execution is no event here.
class Preemptions {
 public:
  explicit Preemptions(bool in_coherence_order) : in_coherence_order_(in_coherence_order) {}

  // Nothing if there are more than `most`.
  [[nodiscard]] std::optional<unsigned> of(const Graph& graph, unsigned most);
  // Whether an execution that contains this part of the graph, which is closed under sb and rf, may have as few.
  [[nodiscard]] bool may_be_within(const Graph& graph, const View& part, unsigned most);
  // The same if the next event of its thread, `read`, then reads a write that depends on `needed`.
  [[nodiscard]] bool may_be_within(const Graph& graph, const View& part, EventId read, const View& needed,
                                   unsigned most);

 private:
  // Events that have been ordered; a stretch of events of `thread` has just ended.
  struct State {
    View done;
    std::uint64_t thread = kMostThreads;
    friend bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] std::optional<unsigned> least(unsigned most);
  void set_part(const View& part);
  [[nodiscard]] bool has(EventId event) const { return event != revisited_ && part_.contains(event); }
  void find_awaited_locations();
  void begin_other_stretches(const State& state);
  void take_stretch(State state);
  void reach(const State& state);
  [[nodiscard]] bool is_new(const State& state);
  void grow();
  [[nodiscard]] bool insert(const State& state);

  [[nodiscard]] EventId next_id(const State& state) const {
    const auto thread = static_cast<unsigned>(state.thread);
    return {thread, state.done.count(thread)};
  }
  [[nodiscard]] const Event& next(const State& state) const { return (*graph_)[next_id(state)]; }
  [[nodiscard]] bool is_at_end(const State& state) const {
    const auto thread = static_cast<unsigned>(state.thread);
    return state.done.count(thread) == part_.count(thread);
  }
  [[nodiscard]] bool can_go_on(const State& state) const;
  [[nodiscard]] bool is_in_coherence_order(EventId id, const View& done) const;
  [[nodiscard]] bool waits(const State& state) const;
  [[nodiscard]] bool may_be_left_free(const State& state) const;
  [[nodiscard]] bool is_worth_a_stop(const Event& event) const;
  [[nodiscard]] EventId newest(unsigned location, const View& done) const;

  bool in_coherence_order_;
  bool is_whole_ = true;  // nothing is added to the part
  const Graph* graph_ = nullptr;
  View part_;
  EventId revisited_;                   // an event of the part that will read something else, if there is one
  View needed_;                         // what it depends on then
  std::vector<std::uint16_t> awaited_;  // locations for whose values threads wait
  bool is_found_ = false;
  std::vector<State> now_, later_;  // states to leave at the same cost, and at one preemption more
  std::vector<State> table_;        // of the states that were reached
  std::vector<std::uint32_t> epochs_;
  std::uint32_t epoch_ = 0;
  std::size_t reached_ = 0;
};

}  // namespace vigil::checker
