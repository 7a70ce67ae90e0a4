#include "thread_steps.hpp"

#include "late_waits.hpp"

#include <algorithm>
#include <utility>

namespace vigil::litmus {

using checker::Action;
using checker::Demands;
using checker::Event;
using checker::Graph;
using checker::Operation;
using checker::OrderUse;
using checker::Request;
using Kind = Instruction::Kind;

namespace {

constexpr std::uint64_t kBits = ~Word{0};

// The phases of `wait`, and of `atomic_wait` up to `wake`.
enum Phase : std::uint32_t {
  check = 0,
  enter_atomic = 1,
  wake_atomic = 2,
  enter = 0,
  release = 1,
  wake = 2,
  acquire = 3
};
// The phases of the additions.
constexpr std::uint32_t kLoads = 0;

bool uses_queue(Kind kind) {
  return kind == Kind::atomic_wait || kind == Kind::atomic_notify_one || kind == Kind::atomic_notify_all;
}
bool is_addition(Kind kind) { return kind == Kind::reloading_add || kind == Kind::carrying_add; }
bool gives_what_it_reads(Kind kind) { return is_atomic_access(kind) || kind == Kind::plain_load; }
bool is_read_modify_write(Kind kind) { return kind >= Kind::exchange && kind <= Kind::fetch_xor; }

// The conditions of the awaits.
bool is_at_least(std::uint64_t& value, std::uint64_t least, std::uint64_t /*unused*/) { return value >= least; }
bool replaces(std::uint64_t& value, std::uint64_t expected, std::uint64_t desired) {
  return std::exchange(value, desired) == expected;
}

Operation operation_of(Kind kind) {
  switch (kind) {
    case Kind::fetch_add:
      return Operation::add;
    case Kind::fetch_sub:
      return Operation::subtract;
    case Kind::fetch_and:
      return Operation::bit_and;
    case Kind::fetch_or:
      return Operation::bit_or;
    case Kind::fetch_xor:
      return Operation::bit_xor;
    default:
      return Operation::exchange;
  }
}

// The request of one instruction, without its thread.
class RequestMaker {
 public:
  RequestMaker(const Program& program, const Locations& locations, const Instruction& instruction,
               const ThreadState& state, std::uint32_t object, Chances chances)
      : program_(program),
        locations_(locations),
        instruction_(instruction),
        state_(state),
        object_(object),
        chances_(chances) {}

  Request make() const {
    const Kind kind = instruction_.kind;
    if (is_read_modify_write(kind)) return read_modify_write();
    if (is_addition(kind)) return addition();
    if (uses_queue(kind)) return on_queue_of_atomic();
    switch (kind) {
      case Kind::load:
      case Kind::plain_load:
        return on(Operation::load, Demands::of_read(instruction_.order));
      case Kind::store:
      case Kind::plain_store: {
        Request request = on(Operation::store, Demands::of_write(instruction_.order));
        request.operand = value(instruction_.operand);
        return request;
      }
      case Kind::light_fence:
        return asymmetric_fence(Operation::light_fence);
      case Kind::heavy_fence:
        return asymmetric_fence(Operation::heavy_fence);
      case Kind::fence: {
        Request request;
        request.operation = Operation::fence;
        request.demands = Demands::of_both(instruction_.order);
        return request;
      }
      case Kind::compare_exchange:
      case Kind::weak_compare_exchange:
        return compare_exchange();
      case Kind::await:
        return await(Operation::await, Demands::of_read(instruction_.order), &is_at_least, value(instruction_.operand),
                     0);
      case Kind::await_exchange:
        return await(Operation::await_rmw, Demands::of_both(instruction_.order), &replaces,
                     value(instruction_.expected), value(instruction_.operand));
      default:
        return on_mutex_or_condition();
    }
  }

 private:
  Request on(Operation operation, Demands demands) const {
    Request request;
    request.operation = operation;
    request.location = static_cast<std::uint16_t>(locations_.of(object_));
    request.demands = demands;
    return request;
  }

  // Each of its steps is a phase.
  Request asymmetric_fence(Operation operation) const {
    return checker::AsymmetricFence(operation, Demands::of_both(instruction_.order)).step(state_.phase);
  }

  Request read_modify_write() const {
    Request request = on(operation_of(instruction_.kind), Demands::of_both(instruction_.order));
    request.operand = value(instruction_.operand);
    request.mask = kBits;
    return request;
  }

  Request compare_exchange() const {
    const bool is_weak = instruction_.kind == Kind::weak_compare_exchange;
    Request request = on(is_weak ? Operation::weak_compare_exchange : Operation::compare_exchange,
                         Demands::of_both(instruction_.order));
    request.failure = Demands::of_read(instruction_.failure);
    request.operand = value(instruction_.operand);
    request.expected = value(instruction_.expected);
    request.spurious = is_weak && chances_.may_fail ? 1 : 0;
    return request;
  }

  Request await(Operation operation, Demands demands, checker::Condition condition, Word first, Word second) const {
    Request request = on(operation, demands);
    if (operation == Operation::await) request.failure = demands;
    request.operand = first;
    request.expected = second;
    request.mask = reinterpret_cast<std::uintptr_t>(condition);
    return request;
  }

  // A load first, and then a compare-exchange of what was found.
  Request addition() const {
    if (state_.phase == kLoads) return on(Operation::load, Demands::of_read(instruction_.failure));
    const bool carries = instruction_.kind == Kind::carrying_add;
    Request request =
        on(carries ? Operation::compare_exchange : Operation::exchange_or_wait, Demands::of_both(instruction_.order));
    request.failure = Demands::of_read(instruction_.failure);
    request.expected = state_.registers[instruction_.result];
    request.operand = Word(request.expected) + value(instruction_.operand);
    return request;
  }

  Request on_queue_of_atomic() const {
    if (instruction_.kind == Kind::atomic_wait && state_.phase == check) {
      Request request = on(Operation::load, Demands::of_read(instruction_.order));
      checker::check_for_change(request, value(instruction_.operand));
      return request;
    }
    const Operation operation = instruction_.kind == Kind::atomic_notify_one   ? Operation::notify_one
                                : instruction_.kind == Kind::atomic_notify_all ? Operation::notify_all
                                : state_.phase == enter_atomic                 ? Operation::enter
                                                                               : Operation::wake;
    Request request = on(operation, {});
    request.location = static_cast<std::uint16_t>(Graph::queue_of(request.location));
    // To leave the queue for no reason only leads back to the check.
    if (operation == Operation::wake) request.operand = 1;
    return request;
  }

  Request on_mutex_or_condition() const {
    switch (instruction_.kind) {
      case Kind::try_lock:
        return lock(Operation::try_lock, object_);
      case Kind::lock:
      case Kind::await_lock:
        return lock(Operation::lock, object_);
      case Kind::unlock:
        return on(Operation::unlock, Demands::of_write(std::memory_order_release));
      case Kind::notify_one:
        return on(Operation::notify_one, {});
      case Kind::notify_all:
        return on(Operation::notify_all, {});
      default:
        return wait();
    }
  }

  Request lock(Operation operation, std::uint32_t mutex) const {
    Request request = on(operation, Demands::of_both(std::memory_order_acquire));
    request.location = static_cast<std::uint16_t>(locations_.of(mutex));
    request.failure = Demands::of_read(std::memory_order_relaxed);
    return request;
  }

  Request wait() const {
    if (state_.phase == enter) return on(Operation::enter, {});
    if (state_.phase == acquire) return lock(Operation::lock, instruction_.mutex);
    if (state_.phase == wake) {
      Request request = on(Operation::wake, {});
      request.spurious = chances_.may_wake ? 1 : 0;
      return request;
    }
    Request request = on(Operation::unlock, Demands::of_write(std::memory_order_release));
    request.location = static_cast<std::uint16_t>(locations_.of(instruction_.mutex));
    return request;
  }

  Word value(std::uint32_t expression) const { return value_of(program_, expression, state_.registers); }

  const Program& program_;
  const Locations& locations_;
  const Instruction& instruction_;
  const ThreadState& state_;
  std::uint32_t object_;
  Chances chances_;
};

// Whether the instruction has another phase after this one.
bool goes_on(const Instruction& instruction, std::uint32_t phase, const Event& event, Word awaited) {
  switch (instruction.kind) {
    case Kind::light_fence:
    case Kind::heavy_fence: {
      const checker::AsymmetricFence fence(Operation::light_fence, Demands::of_both(instruction.order));
      return phase + 1 != fence.steps();
    }
    case Kind::wait:
      return phase != acquire;
    case Kind::atomic_wait:
      return phase != check || event.read == awaited;
    case Kind::reloading_add:
    case Kind::carrying_add:
      return phase == kLoads || !event.writes;
    default:
      return false;
  }
}

}  // namespace

Locations::Locations(const Program& program) : program_(program) {
  unsigned used = 0;
  for (const Object& object : program.objects)
    numbers_.push_back(object.kind == Object::Kind::plain ? Graph::kSetup * Graph::kLocationsOfEach
                                                          : Graph::kSetup * Graph::kLocationsOfEach + used++);
  for (const Thread& thread : program.threads)
    for (const Instruction& instruction : thread.code)
      if (uses_queue(instruction.kind))
        for (std::uint32_t k = 0; k != instruction.extent; ++k) with_queues_.push_back(of(instruction.object + k));
}

void Locations::declare(Graph& graph) const {
  unsigned used = 0;
  for (const Object& object : program_.objects)
    if (object.kind != Object::Kind::plain) graph.declare(Graph::kSetup, used++, object.initial);
  for (const unsigned location : with_queues_) graph.declare_queue(location);
}

Request request_of(const Program& program, const Locations& locations, unsigned thread, const ThreadState& state,
                   std::uint32_t object, Chances chances) {
  const Instruction& instruction = program.threads[thread].code[state.next];
  Request request = RequestMaker(program, locations, instruction, state, object, chances).make();
  request.thread = static_cast<std::uint8_t>(thread);
  return request;
}

void take_silent_step(const Program& program, unsigned thread, ThreadState& state) {
  const Instruction& instruction = program.threads[thread].code[state.next];
  const Word value = instruction.operand == kNone ? 0 : value_of(program, instruction.operand, state.registers);
  const bool jumps = instruction.kind == Kind::jump || (instruction.kind == Kind::jump_if_zero && value == 0);
  if (instruction.kind == Kind::set) state.registers[instruction.result] = value;
  state.next = jumps ? instruction.target : state.next + 1;
}

void take_step(const Program& program, unsigned thread, const Event& event, ThreadState& state) {
  const Instruction& instruction = program.threads[thread].code[state.next];
  const Word awaited = instruction.kind == Kind::atomic_wait && state.phase == check
                           ? value_of(program, instruction.operand, state.registers)
                           : 0;
  const bool succeeds = event.writes;
  if (instruction.kind == Kind::try_lock) {
    if (instruction.result != kNone) state.registers[instruction.result] = succeeds ? 1 : 0;
  } else if (gives_what_it_reads(instruction.kind) && event.reads && instruction.result != kNone) {
    state.registers[instruction.result] = static_cast<Word>(event.read);
  }
  if (instruction.success != kNone) state.registers[instruction.success] = succeeds ? 1 : 0;
  if (!goes_on(instruction, state.phase, event, awaited)) {
    state.phase = 0;
    ++state.next;
  } else if (instruction.kind == Kind::atomic_wait && state.phase == wake_atomic) {
    state.phase = check;
  } else if (!is_addition(instruction.kind) || state.phase == kLoads) {
    ++state.phase;
  }
}

Action action_of(const Event& event) {
  switch (event.request.operation) {
    case Operation::load:
    case Operation::await:
      return Action::load;
    case Operation::store:
      return Action::store;
    case Operation::add:
      return Action::fetch_add;
    case Operation::subtract:
      return Action::fetch_sub;
    case Operation::bit_and:
      return Action::fetch_and;
    case Operation::bit_or:
      return Action::fetch_or;
    case Operation::bit_xor:
      return Action::fetch_xor;
    case Operation::exchange:
      return Action::exchange;
    case Operation::fence:
      return Action::fence;
    case Operation::light_fence:
      return Action::light_fence;
    case Operation::heavy_fence:
      return Action::heavy_fence;
    case Operation::lock:
      return Action::lock;
    case Operation::try_lock:
      return event.writes ? Action::lock : Action::failed_try_lock;
    case Operation::unlock:
      return Action::unlock;
    case Operation::enter:
      return Action::wait;
    case Operation::wake:
      return event.variant != 0 ? Action::spuriously_woken : Action::woken;
    case Operation::notify_one:
      return Action::notify_one;
    case Operation::notify_all:
      return Action::notify_all;
    default:
      break;
  }
  return event.writes || event.waits ? Action::compare_exchange
         : event.variant != 0        ? Action::spurious_failure
                                     : Action::failed_compare_exchange;
}

std::optional<OrderUse> order_use_of(Kind kind) {
  if (is_fence(kind)) return OrderUse::fence;
  if (kind == Kind::load || kind == Kind::await || kind == Kind::atomic_wait) return OrderUse::load;
  if (!is_atomic_access(kind)) return std::nullopt;
  return kind == Kind::store ? OrderUse::store : OrderUse::read_modify_write;
}

bool has_failure_order(Kind kind) {
  return kind >= Kind::compare_exchange && kind <= Kind::carrying_add && kind != Kind::await;
}

std::optional<UndefinedOrder> undefined_order_of(const Instruction& instruction) {
  const auto use = order_use_of(instruction.kind);
  if (use && !is_defined(*use, instruction.order)) return UndefinedOrder{*use, instruction.order};
  if (has_failure_order(instruction.kind) && !is_defined(OrderUse::failure, instruction.failure))
    return UndefinedOrder{OrderUse::failure, instruction.failure};
  return std::nullopt;
}

}  // namespace vigil::litmus
