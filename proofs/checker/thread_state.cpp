#include "thread_state.hpp"

namespace vigil::conformance {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

std::uint64_t bit_of(unsigned thread) { return std::uint64_t{1} << thread; }
std::uint64_t waiting(std::uint64_t queue) { return queue & kThreadSet; }
bool has_released(std::uint64_t queue, unsigned thread) { return ((queue >> kThreadBits) & bit_of(thread)) != 0; }
std::uint64_t without(std::uint64_t queue, std::uint64_t threads) {
  return (waiting(queue) & ~threads) | (threads << kThreadBits);
}

Effect reads(std::memory_order order) { return {.order = order}; }
Effect updates(std::uint64_t written, std::memory_order order) {
  return {.writes = true, .written = written, .order = order};
}

unsigned queue_of_condition(const Program& program, unsigned number) {
  return program.atomics + program.mutexes + number;
}
unsigned queue_of_atomic(const Program& program, unsigned number) {
  return program.atomics + program.mutexes + program.conditions + number;
}

// Skips instructions that are not executed.
std::size_t current(const std::vector<Instruction>& code, const ThreadState& state) {
  std::size_t instruction = state.instruction;
  if (state.phase != 0) return instruction;
  while (instruction != code.size() && code[instruction].if_odd && state.last % 2 == 0) ++instruction;
  return instruction;
}

// The phases: enter the queue, unlock the mutex, wake up, lock.
Step step_of_wait(const Program& program, const Instruction& instruction, const ThreadState& state, unsigned thread) {
  const unsigned queue = queue_of_condition(program, instruction.object);
  const unsigned mutex = program.atomics + instruction.mutex;
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
Step step_of_atomic_wait(const Program& program, const Instruction& instruction, const ThreadState& state) {
  const unsigned queue = queue_of_atomic(program, instruction.object);
  switch (state.phase) {
    case 0:
      return {.access = Access::load, .location = instruction.object, .order = instruction.order};
    case 1:
      return {.access = Access::enter, .location = queue};
    default:
      return {.access = Access::wake, .location = queue, .spurious = !state.has_woken_spuriously};
  }
}

Step access(const Instruction& instruction, Access access) {
  return {.access = access,
          .location = instruction.object,
          .operand = instruction.value,
          .expected = instruction.expected,
          .order = instruction.order,
          .failure = instruction.failure};
}

// Loads, and then compare-exchanges the value that it loaded, or the value that the last attempt found instead.
Step step_of_add(const Instruction& instruction, const ThreadState& state) {
  Step step = access(instruction, Access::load);
  if (state.phase == 0) {
    step.order = instruction.failure;
    return step;
  }
  step.access = instruction.kind == Kind::carrying_add ? Access::compare_exchange : Access::exchange_again;
  step.expected = state.last;
  step.operand = state.last + instruction.value;
  return step;
}

Step step_on_atomic(const Instruction& instruction, const ThreadState& state) {
  switch (instruction.kind) {
    case Kind::load:
      return access(instruction, Access::load);
    case Kind::store:
      return access(instruction, Access::store);
    case Kind::exchange:
      return access(instruction, Access::exchange);
    case Kind::fetch_add:
      return access(instruction, Access::add);
    case Kind::await:
      return access(instruction, Access::await);
    case Kind::await_exchange:
      return access(instruction, Access::await_exchange);
    case Kind::reloading_add:
    case Kind::carrying_add:
      return step_of_add(instruction, state);
    case Kind::fence:
      return access(instruction, Access::fence);
    default:
      break;
  }
  Step step = access(instruction, Access::compare_exchange);
  // Each instruction is executed once, so a limit for each instruction has no effect.
  step.spurious = instruction.kind == Kind::weak_compare_exchange;
  return step;
}

Effects effects_of_wake(const Step& step, unsigned thread, std::uint64_t queue) {
  Effects possible;
  if (has_released(queue, thread)) {
    possible.add(reads(kRelaxed));
  } else if (step.spurious && (waiting(queue) & bit_of(thread)) != 0) {
    possible.add(updates(without(queue, bit_of(thread)), kRelaxed));
    possible.each[0].is_spurious = true;
  }
  return possible;
}

Effects effects_of_notification(const Step& step, std::uint64_t queue) {
  Effects possible;
  if (waiting(queue) == 0) {
    possible.add(reads(kRelaxed));
  } else if (step.access == Access::notify_all) {
    possible.add(updates(without(queue, waiting(queue)), kRelaxed));
  } else {
    for (unsigned thread = 0; thread != kThreadBits; ++thread)
      if ((waiting(queue) & bit_of(thread)) != 0) possible.add(updates(without(queue, bit_of(thread)), kRelaxed));
  }
  return possible;
}

Effects effects_of_compare_exchange(const Step& step, std::uint64_t value) {
  Effects possible;
  if (value != step.expected) {
    possible.add(reads(step.failure));
    return possible;
  }
  possible.add(updates(step.operand, step.order));
  if (step.spurious) possible.add({.is_spurious = true, .order = step.failure});
  return possible;
}

Effects one(const Effect& effect, bool possible) {
  Effects effects;
  if (possible) effects.add(effect);
  return effects;
}

// Whether the instruction takes more steps.
bool goes_on(const Instruction& instruction, const ThreadState& state, std::uint64_t value) {
  if (instruction.kind == Kind::wait) return state.phase != 3;
  if (instruction.kind == Kind::atomic_wait) return state.phase != 0 || value == instruction.value;
  if (instruction.kind == Kind::reloading_add) return state.phase == 0;
  if (instruction.kind == Kind::carrying_add) return state.phase == 0 || value != state.last;
  return false;
}

std::uint8_t next_phase(const Instruction& instruction, const ThreadState& state) {
  if (instruction.kind == Kind::carrying_add) return 1;
  const bool starts_again = instruction.kind == Kind::atomic_wait && state.phase == 2;
  return static_cast<std::uint8_t>(starts_again ? 0 : state.phase + 1);
}

}  // namespace

Effects effects(const Step& step, unsigned thread, std::uint64_t value) {
  switch (step.access) {
    case Access::exchange:
      return one(updates(step.operand, step.order), true);
    case Access::add:
      return one(updates(value + step.operand, step.order), true);
    case Access::lock:
      return one(updates(step.operand, step.order), value == 0);
    case Access::try_lock:
      return one(value == 0 ? updates(step.operand, step.order) : reads(step.failure), true);
    case Access::await:
      return one(reads(step.order), value >= step.operand);
    case Access::await_exchange:
    case Access::exchange_again:
      return one(updates(step.operand, step.order), value == step.expected);
    case Access::enter:
      return one(updates(waiting(value) | bit_of(thread), kRelaxed), true);
    case Access::compare_exchange:
      return effects_of_compare_exchange(step, value);
    case Access::wake:
      return effects_of_wake(step, thread, value);
    case Access::notify_one:
    case Access::notify_all:
      return effects_of_notification(step, value);
    default:
      return one(reads(step.order), true);
  }
}

unsigned locations(const Program& program) {
  return queue_of_atomic(program, uses(Kind::atomic_wait, program) || uses(Kind::atomic_notify_one, program) ||
                                          uses(Kind::atomic_notify_all, program)
                                      ? program.atomics
                                      : 0);
}

Step next_step(const Program& program, unsigned thread, const ThreadState& state) {
  const auto& code = program.threads[thread];
  const std::size_t number = current(code, state);
  if (number == code.size()) return {};
  const Instruction& instruction = code[number];
  switch (instruction.kind) {
    case Kind::lock:
    case Kind::try_lock:
    case Kind::await_lock:
      return {.access = instruction.kind == Kind::try_lock ? Access::try_lock : Access::lock,
              .location = program.atomics + instruction.object,
              .operand = thread + 1U,
              .order = std::memory_order_acquire};
    case Kind::unlock:
      return {.access = Access::store,
              .location = program.atomics + instruction.object,
              .order = std::memory_order_release};
    case Kind::wait:
      return step_of_wait(program, instruction, state, thread);
    case Kind::notify_one:
      return {.access = Access::notify_one, .location = queue_of_condition(program, instruction.object)};
    case Kind::notify_all:
      return {.access = Access::notify_all, .location = queue_of_condition(program, instruction.object)};
    case Kind::atomic_wait:
      return step_of_atomic_wait(program, instruction, state);
    case Kind::atomic_notify_one:
      return {.access = Access::notify_one, .location = queue_of_atomic(program, instruction.object)};
    case Kind::atomic_notify_all:
      return {.access = Access::notify_all, .location = queue_of_atomic(program, instruction.object)};
    default:
      return step_on_atomic(instruction, state);
  }
}

ThreadState after_step(const Program& program, unsigned thread, const ThreadState& state, std::uint64_t value,
                       const Effect& effect) {
  const auto& code = program.threads[thread];
  const std::size_t number = current(code, state);
  const Instruction& instruction = code[number];
  ThreadState next = state;
  next.instruction = static_cast<std::uint8_t>(number);
  if (effect.is_spurious && instruction.kind != Kind::weak_compare_exchange) next.has_woken_spuriously = true;
  if (gives_back(instruction.kind)) next.last = value;
  if (instruction.kind == Kind::try_lock) next.last = value == 0 ? 1 : 0;
  if (goes_on(instruction, state, value)) {
    next.phase = next_phase(instruction, state);
  } else {
    next.phase = 0;
    ++next.instruction;
  }
  return next;
}

bool has_given_back(const Program& program, unsigned thread, const ThreadState& before, const ThreadState& after) {
  const std::size_t number = current(program.threads[thread], before);
  return after.instruction != number && gives_back(program.threads[thread][number].kind);
}

}  // namespace vigil::conformance
