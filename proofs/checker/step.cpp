#include "step.hpp"

#include <program.hpp>

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
Effect reads_and_writes(std::uint64_t written, std::memory_order order) {
  return {.writes = true, .written = written, .order = order};
}

// What a fetch_add or one of its relatives writes.
litmus::Word modified(const Step& step, litmus::Word value) {
  const auto operand = static_cast<litmus::Word>(step.operand);
  switch (step.access) {
    case Access::add:
      return value + operand;
    case Access::subtract:
      return value - operand;
    case Access::bit_and:
      return value & operand;
    case Access::bit_or:
      return value | operand;
    default:
      return value ^ operand;
  }
}

Effects effects_of_wake(const Step& step, unsigned thread, std::uint64_t queue) {
  Effects possible;
  if (has_released(queue, thread)) {
    possible.add(reads(kRelaxed));
  } else if (step.spurious && (waiting(queue) & bit_of(thread)) != 0) {
    possible.add(reads_and_writes(without(queue, bit_of(thread)), kRelaxed));
    possible.each[0].is_spurious = true;
  }
  return possible;
}

Effects effects_of_notification(const Step& step, std::uint64_t queue) {
  Effects possible;
  if (waiting(queue) == 0) {
    possible.add(reads(kRelaxed));
  } else if (step.access == Access::notify_all) {
    possible.add(reads_and_writes(without(queue, waiting(queue)), kRelaxed));
  } else {
    for (unsigned thread = 0; thread != kThreadBits; ++thread)
      if ((waiting(queue) & bit_of(thread)) != 0)
        possible.add(reads_and_writes(without(queue, bit_of(thread)), kRelaxed));
  }
  return possible;
}

Effects effects_of_compare_exchange(const Step& step, std::uint64_t value) {
  Effects possible;
  if (value != step.expected) {
    possible.add(reads(step.failure));
    return possible;
  }
  possible.add(reads_and_writes(step.operand, step.order));
  if (step.spurious) possible.add({.is_spurious = true, .order = step.failure});
  return possible;
}

Effects one(const Effect& effect, bool possible) {
  Effects effects;
  if (possible) effects.add(effect);
  return effects;
}

}  // namespace

Effects effects(const Step& step, unsigned thread, std::uint64_t value) {
  switch (step.access) {
    case Access::exchange:
      return one(reads_and_writes(step.operand, step.order), true);
    case Access::add:
    case Access::subtract:
    case Access::bit_and:
    case Access::bit_or:
    case Access::bit_xor:
      return one(reads_and_writes(modified(step, static_cast<litmus::Word>(value)), step.order), true);
    case Access::lock:
      return one(reads_and_writes(step.operand, step.order), value == 0);
    case Access::try_lock:
      return one(value == 0 ? reads_and_writes(step.operand, step.order) : reads(step.failure), true);
    case Access::await:
      return one(reads(step.order), value >= step.operand);
    case Access::await_exchange:
    case Access::exchange_again:
      return one(reads_and_writes(step.operand, step.order), value == step.expected);
    case Access::enter:
      return one(reads_and_writes(waiting(value) | bit_of(thread), kRelaxed), true);
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

}  // namespace vigil::conformance
