// Loops that wait: which iterations of a thread left everything as it was.

#include "faults.hpp"
#include "waiting.hpp"

#include <functional>
#include <utility>

namespace vigil::checker {
namespace detail {
VIGIL_PER_THREAD constinit Registers* wanted_state = nullptr;
}  // namespace detail

Waiting::Waiting(const Options& options, std::shared_ptr<Assumptions> assumptions, ModelMemory& memory,
                 const Safety& safety)
    : options_(options),
      assumptions_(std::move(assumptions)),
      memory_(memory),
      safety_(safety),
      registers_(std::make_unique<Registers>()),
      wanted_state_(options.spins == Spins::unrolled ? nullptr : registers_.get()) {}

void Waiting::begin_execution(bool is_stepwise) {
  is_stepwise_ = is_stepwise;
  iteration_.reset();
}

void Waiting::begin_run(const Graph& graph) {
  graph_ = &graph;
  iteration_.begin();
}

void Waiting::begin_watching(unsigned thread) {
  Thread& state = threads_[thread];
  state.is_watched = false;
  pending_spins_[thread].reset();
  if (state.deepest != nullptr) memory_.fiber(thread).clear(state.deepest);
}

// To lock a mutex and to unlock it again changes nothing.
void Waiting::follow_mutex(unsigned thread, const Event& event) {
  if (!faults.held_mutexes_forgotten) changes_[thread].held ^= (event.request.location + 1U) * 0x9e3779b97f4a7c15ULL;
}

Waiting::Loop Waiting::recognise(unsigned thread, unsigned position, Request& request, std::uint64_t& state) {
  Thread& self = threads_[thread];
  if (const auto first = std::exchange(self.spins_from, std::nullopt)) {
    spin(thread, *first, request);
    return Loop::waits;
  }
  if (options_.spins == Spins::unrolled || !may_begin_iteration(request.operation)) return Loop::goes_on;
  const auto own = state_of(thread);
  if (!own) return Loop::unknown;
  state = *own ^ changes_[thread].held;
  const auto visits = visits_of(thread, position, request, state);
  if (visits.size() == 0) return Loop::goes_on;
  const auto unchanged =
      is_stepwise_ ? first_of_watched(thread, position, visits) : first_of_unchanged(thread, position, visits, {});
  if (!unchanged.is_known) return Loop::unknown;
  if (!unchanged.first) return Loop::goes_on;
  undeclared_waits_ = true;
  spin(thread, *unchanged.first, request);
  return Loop::waits;
}

// Where the thread has asked for the same in the same state, the latest first.
IterationCheck::Visits Waiting::visits_of(unsigned thread, unsigned position, const Request& request,
                                          std::uint64_t state) {
  IterationCheck::Visits visits;
  for (unsigned index = position; index-- > changes_[thread].streak && !visits.is_full();) {
    const EventId id(thread, index);
    const Event& earlier = (*graph_)[id];
    if (earlier.request.operation != request.operation || earlier.request.location != request.location) continue;
    if (earlier.request.operand != request.operand || earlier.request.expected != request.expected) continue;
    if (graph_->views(id).state != state && !faults.spins_without_state) continue;
    if (may_poll(thread, index, position)) visits.add(index);
  }
  return visits;
}

// Whether no other thread can have seen which mutexes the thread held since the event.
bool Waiting::may_poll(unsigned thread, unsigned first, unsigned end) {
  for (unsigned index = first; index != end; ++index) {
    const Event& event = (*graph_)[EventId(thread, index)];
    const bool locks = event.writes && event.reads && is_on_mutex(event.request.operation);
    if (locks && !assumptions_->mutex_use.may_poll(event.request.location, thread)) return false;
  }
  return true;
}

void Waiting::spin(unsigned thread, unsigned first, Request& request) {
  request = {};
  request.operation = Operation::spin;
  request.thread = static_cast<std::uint8_t>(thread);
  request.operand = first;
  if (is_stepwise_) pending_spins_[thread] = first;
}

// ---- attempts that their writer has declared

Waiting::Attempt Waiting::begin_attempt(unsigned thread, unsigned position, const void* frame) {
  Attempt attempt{position, changes_[thread].held, 0, {frame, ++threads_[thread].attempts}};
  if (is_stepwise_) attempt.state = digest_above(thread, frame);
  return attempt;
}

Waiting::Loop Waiting::fail_attempt(unsigned thread, unsigned position, const Attempt& attempt) {
  Thread& self = threads_[thread];
  if (options_.spins == Spins::unrolled || attempt.first < changes_[thread].streak) return Loop::goes_on;
  if (attempt.held != changes_[thread].held || !may_poll(thread, attempt.first, position)) return Loop::goes_on;
  IterationCheck::Visits visits;
  visits.add(attempt.first);
  if (is_stepwise_ && digest_above(thread, attempt.declared.frame) != attempt.state) {
    self.spins_from.reset();
    return Loop::goes_on;
  }
  const auto unchanged = is_stepwise_ ? first_of_watched(thread, position, visits)
                                      : first_of_unchanged(thread, position, visits, attempt.declared);
  if (!unchanged.is_known) return Loop::unknown;
  self.spins_from = unchanged.first;
  return unchanged.first ? Loop::waits : Loop::goes_on;
}

// ---- the state of a thread

// A search compares the stacks byte by byte, in one run. Here the registers will do, which are the model's own: what
// lies on the stack where nothing has been written yet is a leftover of the checker, and depends on what was run
// before.
//
// In single steps there is no other comparison. The stack has no leftovers of earlier executions there: see
// begin_watching. What lies deeper than it was cleared may be a leftover of another execution, and which one depends on
// the history of this process.
std::optional<std::uint64_t> Waiting::state_of(unsigned thread) {
  if (!is_stepwise_) return digest(*registers_, safety_.seals()) | 1U;
  const void*& deepest = threads_[thread].deepest;
  if (deepest == nullptr || std::less<>()(registers_->stack_pointer, deepest)) {
    deepest = registers_->stack_pointer;
    return std::nullopt;
  }
  return digest(*registers_, memory_.fiber(thread), safety_.seals()) | 1U;
}

std::uint64_t Waiting::digest_above(unsigned thread, const void* frame) const {
  Registers none;
  none.stack_pointer = frame;
  return digest(none, memory_.fiber(thread), safety_.seals());
}

// ---- in single steps: which steps of the thread changed nothing

// A thread of which one iteration looks like the one before is watched from then on.
Waiting::Unchanged Waiting::first_of_watched(unsigned thread, unsigned position, const IterationCheck::Visits& visits) {
  Thread& self = threads_[thread];
  for (std::size_t i = 0; i != visits.size(); ++i)
    if (self.is_watched && visits[i] >= self.watched_from) return {true, visits[i]};
  if (!self.is_watched) {
    self.is_watched = true;
    self.watched_from = position;
  }
  return {};
}

bool Waiting::begin_step(unsigned thread) {
  Thread& state = threads_[thread];
  pending_spins_[thread].reset();
  if (!state.is_watched) return false;
  step_image_.clear();
  statics_.watch();
  normalise_statics();
  static_pages_ = statics_.pages_written();
  const auto add = [this](const void* begin, std::size_t bytes) { step_image_.add(begin, bytes); };
  memory_.for_each_shared(thread, add);
  for_each_static(add);
  return true;
}

void Waiting::end_step(unsigned thread, unsigned position) {
  normalise_statics();
  if (step_image_.is_current() && statics_.pages_written() == static_pages_) return;
  // Its next iteration begins here at the earliest.
  threads_[thread].watched_from = position;
}

}  // namespace vigil::checker
