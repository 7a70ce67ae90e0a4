#pragma once

#include "graph.hpp"
#include "order_use.hpp"
#include "program.hpp"

#include <vigil/checker/execution.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace vigil::litmus {

// Where a thread of a program is. An instruction may take several operations: its phases.
struct ThreadState {
  std::uint32_t next = 0;
  std::uint32_t phase = 0;
  std::vector<Word> registers;

  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

// The locations of a program's objects in an execution graph. A plain object has none.
class Locations {
 public:
  explicit Locations(const Program& program);

  // In a new graph.
  void declare(checker::Graph& graph) const;
  [[nodiscard]] unsigned of(std::uint32_t object) const { return numbers_[object]; }

 private:
  const Program& program_;
  std::vector<unsigned> numbers_;
  std::vector<unsigned> with_queues_;  // atomics on which some thread waits, or which it notifies
};

// How often chance has been against a thread.
struct Chances {
  bool may_wake = false;  // without a notification
  bool may_fail = false;  // a weak compare-exchange
};

// The next operation of a thread whose next instruction is one. `object`: what it is on, with the index added.
[[nodiscard]] checker::Request request_of(const Program& program, const Locations& locations, unsigned thread,
                                          const ThreadState& state, std::uint32_t object, Chances chances);

// Takes an instruction that is no operation: it computes, or jumps.
void take_silent_step(const Program& program, unsigned thread, ThreadState& state);

// Takes the step that `event` is.
void take_step(const Program& program, unsigned thread, const checker::Event& event, ThreadState& state);

// What a trace calls the step.
[[nodiscard]] checker::Action action_of(const checker::Event& event);

// What the instruction uses its order for; nothing if it has none. A compare-exchange has one more, of failure.
[[nodiscard]] std::optional<checker::OrderUse> order_use_of(Instruction::Kind kind);
[[nodiscard]] bool has_failure_order(Instruction::Kind kind);

// The use of an order that is undefined for the instruction, and that order; nothing if there is none.
struct UndefinedOrder {
  checker::OrderUse use;
  std::memory_order order;
};
[[nodiscard]] std::optional<UndefinedOrder> undefined_order_of(const Instruction& instruction);

}  // namespace vigil::litmus
