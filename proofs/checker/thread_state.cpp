#include "thread_state.hpp"

#include "uses.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace vigil::conformance {
namespace {

using litmus::Instruction;
using litmus::Program;
using litmus::Word;
using Kind = Instruction::Kind;

constexpr auto kRelaxed = std::memory_order_relaxed;
// A thread that does more between two accesses seems to run for ever.
constexpr unsigned kMostSilentInstructions = 10'000;

// A relaxed fence has no effects: [atomics.fences].
bool is_silent(const Instruction& instruction) {
  return !litmus::is_operation(instruction.kind) || (is_fence(instruction.kind) && instruction.order == kRelaxed);
}

std::uint32_t after_silent(const Program& program, const Instruction& instruction, ThreadState& state) {
  if (instruction.kind == Kind::jump) return instruction.target;
  if (is_fence(instruction.kind)) return state.instruction + 1;
  const Word value = value_of(program, instruction.operand, state.registers);
  if (instruction.kind == Kind::jump_if_zero) return value == 0 ? instruction.target : state.instruction + 1;
  state.registers[instruction.result] = value;
  return state.instruction + 1;
}

// Executes what is no access, up to the next access.
void run_silently(const Program& program, unsigned thread, ThreadState& state) {
  const auto& code = program.threads[thread].code;
  for (unsigned count = 0; state.instruction != code.size() && is_silent(code[state.instruction]); ++count) {
    state.is_endless = count == kMostSilentInstructions;
    if (state.is_endless) return;
    state.instruction = after_silent(program, code[state.instruction], state);
  }
}

// An instruction, with the values that its thread gives it.
struct Operation {
  const Instruction& instruction;
  unsigned location;
  Word operand;
  Word expected;
};

unsigned location_of(const Program& program, const Instruction& instruction, const ThreadState& state) {
  if (instruction.index == litmus::kNone) return instruction.object;
  const Word index = value_of(program, instruction.index, state.registers);
  if (index >= instruction.extent)
    throw std::out_of_range("element " + std::to_string(index) + " of an array of " +
                            std::to_string(instruction.extent));
  return instruction.object + index;
}

Operation operation_of(const Program& program, const Instruction& instruction, const ThreadState& state) {
  const auto value = [&](std::uint32_t expression) {
    return expression == litmus::kNone ? 0 : value_of(program, expression, state.registers);
  };
  return {instruction, location_of(program, instruction, state), value(instruction.operand),
          value(instruction.expected)};
}

unsigned queue_of_atomic(const Program& program, unsigned object) {
  return static_cast<unsigned>(program.objects.size()) + object;
}

// The phases: enter the queue, unlock the mutex, wake up, lock.
Step step_of_wait(const Operation& operation, const ThreadState& state, unsigned thread) {
  const unsigned queue = operation.location;
  const unsigned mutex = operation.instruction.mutex;
  switch (state.phase) {
    case 0:
      return {.access = Access::enter, .location = queue};
    case 1:
      return {.access = Access::store, .location = mutex, .order = std::memory_order_release};
    case 2:
      return {.access = Access::wake, .location = queue, .spurious = !state.has_woken_spuriously};
    default:
      return {.access = Access::lock, .location = mutex, .operand = thread + 1U, .order = std::memory_order_acquire};
  }
}

// The phases: load, enter the queue, wake up, and start over.
Step step_of_atomic_wait(const Program& program, const Operation& operation, const ThreadState& state) {
  const unsigned queue = queue_of_atomic(program, operation.location);
  switch (state.phase) {
    case 0:
      return {.access = Access::load, .location = operation.location, .order = operation.instruction.order};
    case 1:
      return {.access = Access::enter, .location = queue};
    default:
      return {.access = Access::wake, .location = queue, .spurious = !state.has_woken_spuriously};
  }
}

Step access(const Operation& operation, Access access) {
  return {.access = access,
          .location = operation.location,
          .operand = operation.operand,
          .expected = operation.expected,
          .order = operation.instruction.order,
          .failure = operation.instruction.failure};
}

// Loads, and then compare-exchanges the value that it loaded, or the value that the last attempt found instead.
Step step_of_add(const Operation& operation, const ThreadState& state) {
  Step step = access(operation, Access::load);
  if (state.phase == 0) {
    step.order = operation.instruction.failure;
    return step;
  }
  step.access = operation.instruction.kind == Kind::carrying_add ? Access::compare_exchange : Access::exchange_again;
  step.expected = state.loaded;
  step.operand = Word{state.loaded + operation.operand};
  return step;
}

Step step_of_weak_exchange(const Operation& operation, const ThreadState& state) {
  Step step = access(operation, Access::compare_exchange);
  step.spurious =
      std::ranges::find(state.has_failed_spuriously, state.instruction) == state.has_failed_spuriously.end();
  return step;
}

// The access of an instruction that takes one step.
Access access_of(Kind kind) {
  switch (kind) {
    case Kind::load:
      return Access::load;
    case Kind::store:
      return Access::store;
    case Kind::exchange:
      return Access::exchange;
    case Kind::fetch_add:
      return Access::add;
    case Kind::fetch_sub:
      return Access::subtract;
    case Kind::fetch_and:
      return Access::bit_and;
    case Kind::fetch_or:
      return Access::bit_or;
    case Kind::fetch_xor:
      return Access::bit_xor;
    case Kind::await:
      return Access::await;
    case Kind::await_exchange:
      return Access::await_exchange;
    case Kind::fence:
      return Access::fence;
    case Kind::light_fence:
      return Access::light_fence;
    case Kind::heavy_fence:
      return Access::heavy_fence;
    default:
      return Access::compare_exchange;
  }
}

// Whether the instruction takes more steps.
bool goes_on(const Operation& operation, const ThreadState& state, std::uint64_t value) {
  const Kind kind = operation.instruction.kind;
  if (kind == Kind::wait) return state.phase != 3;
  if (kind == Kind::atomic_wait) return state.phase != 0 || value == operation.operand;
  if (kind == Kind::reloading_add) return state.phase == 0;
  if (kind == Kind::carrying_add) return state.phase == 0 || value != state.loaded;
  return false;
}

std::uint8_t next_phase(const Instruction& instruction, const ThreadState& state) {
  if (instruction.kind == Kind::carrying_add) return 1;
  const bool starts_again = instruction.kind == Kind::atomic_wait && state.phase == 2;
  return static_cast<std::uint8_t>(starts_again ? 0 : state.phase + 1);
}

}  // namespace

unsigned locations(const Program& program) {
  const bool waits = uses(Kind::atomic_wait, program) || uses(Kind::atomic_notify_one, program) ||
                     uses(Kind::atomic_notify_all, program);
  return static_cast<unsigned>(program.objects.size() * (waits ? 2 : 1));
}

ThreadState first_state(const Program& program, unsigned thread) {
  ThreadState state;
  state.registers.resize(program.threads[thread].registers.size());
  run_silently(program, thread, state);
  return state;
}

Step next_step(const Program& program, unsigned thread, const ThreadState& state) {
  const auto& code = program.threads[thread].code;
  if (state.is_endless) return {.access = Access::endless};
  if (state.instruction == code.size()) return {};
  const Operation operation = operation_of(program, code[state.instruction], state);
  switch (operation.instruction.kind) {
    case Kind::lock:
    case Kind::try_lock:
    case Kind::await_lock:
      return {.access = operation.instruction.kind == Kind::try_lock ? Access::try_lock : Access::lock,
              .location = operation.location,
              .operand = thread + 1U,
              .order = std::memory_order_acquire};
    case Kind::unlock:
      return {.access = Access::store, .location = operation.location, .order = std::memory_order_release};
    case Kind::wait:
      return step_of_wait(operation, state, thread);
    case Kind::atomic_wait:
      return step_of_atomic_wait(program, operation, state);
    case Kind::notify_one:
      return {.access = Access::notify_one, .location = operation.location};
    case Kind::notify_all:
      return {.access = Access::notify_all, .location = operation.location};
    case Kind::atomic_notify_one:
      return {.access = Access::notify_one, .location = queue_of_atomic(program, operation.location)};
    case Kind::atomic_notify_all:
      return {.access = Access::notify_all, .location = queue_of_atomic(program, operation.location)};
    // Whether plain accesses race is not the oracle's business. Without a race they read and write like relaxed ones.
    case Kind::plain_load:
      return {.access = Access::load, .location = operation.location};
    case Kind::plain_store:
      return {.access = Access::store, .location = operation.location, .operand = operation.operand};
    case Kind::reloading_add:
    case Kind::carrying_add:
      return step_of_add(operation, state);
    case Kind::weak_compare_exchange:
      return step_of_weak_exchange(operation, state);
    default:
      return access(operation, access_of(operation.instruction.kind));
  }
}

ThreadState after_step(const Program& program, unsigned thread, const ThreadState& state, std::uint64_t value,
                       const Effect& effect) {
  const Instruction& instruction = program.threads[thread].code[state.instruction];
  ThreadState next = state;
  if (effect.is_spurious && instruction.kind == Kind::weak_compare_exchange)
    next.has_failed_spuriously.push_back(state.instruction);
  else if (effect.is_spurious)
    next.has_woken_spuriously = true;
  next.loaded = static_cast<Word>(value);
  if (goes_on(operation_of(program, instruction, state), state, value)) {
    next.phase = next_phase(instruction, state);
    return next;
  }
  const bool has_locked = instruction.kind == Kind::try_lock && value == 0;
  const Word result = instruction.kind == Kind::try_lock ? Word{has_locked} : static_cast<Word>(value);
  if (instruction.result != litmus::kNone) next.registers[instruction.result] = result;
  if (instruction.success != litmus::kNone) next.registers[instruction.success] = effect.writes ? 1 : 0;
  next.phase = 0;
  next.loaded = 0;
  ++next.instruction;
  run_silently(program, thread, next);
  return next;
}

}  // namespace vigil::conformance
