// Loops that wait: which iterations of a thread left everything as it was.

#include "faults.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace vigil::checker {
namespace {

// Whether an iteration of a loop that waits may begin with the operation.
bool may_begin_iteration(Operation operation) { return reads_location(operation) && operation <= Operation::try_lock; }

}  // namespace

// A loop waits if it has come back to where it was: the same operation is asked for again, nothing was changed since,
// and the thread's own state is the same.
bool Runtime::recognises_spin(unsigned thread, Request& request, std::uint64_t& state) {
  Thread& self = state_[thread];
  if (const auto first = std::exchange(self.spins_from, std::nullopt)) {
    request = spin_of(thread, *first);
    return true;
  }
  if (options_.spins == Spins::unrolled || !may_begin_iteration(request.operation)) return false;
  state = state_of(thread) ^ self.held;
  IterationCheck::Visits visits;
  for (unsigned index = self.position; index-- > self.streak && !visits.is_full();) {
    const Event& earlier = (*graph_)[EventId(thread, index)];
    if (earlier.request.operation != request.operation || earlier.request.location != request.location) continue;
    if (earlier.request.operand != request.operand || earlier.request.expected != request.expected) continue;
    if (earlier.state != state && !faults.spins_without_state) continue;
    if (may_poll(thread, index)) visits.add(index);
  }
  if (visits.size() == 0) return false;
  const auto first = is_stepwise_ ? first_of_watched(visits) : first_of_unchanged(visits, {});
  if (!first) return false;
  undeclared_waits_ = true;
  request = spin_of(thread, *first);
  return true;
}

// Whether nobody can have seen which mutexes the thread held since the event.
bool Runtime::may_poll(unsigned thread, unsigned first) {
  for (unsigned index = first; index != state_[thread].position; ++index) {
    const Event& event = (*graph_)[EventId(thread, index)];
    const bool locks = event.writes && event.reads && is_on_mutex(event.request.operation);
    if (locks && !mutex_use_->may_poll(event.request.location, thread)) return false;
  }
  return true;
}

Request Runtime::spin_of(unsigned thread, unsigned first) const {
  Request request;
  request.operation = Operation::spin;
  request.thread = static_cast<std::uint8_t>(thread);
  request.operand = first;
  return request;
}

// ---- in single steps: which steps of the thread changed nothing

// A thread of which one iteration looks like the one before is watched from then on.
std::optional<unsigned> Runtime::first_of_watched(const IterationCheck::Visits& visits) {
  Thread& self = *self_;
  for (std::size_t i = 0; i != visits.size(); ++i)
    if (self.is_watched && visits[i] >= self.watched_from) return visits[i];
  if (!self.is_watched) {
    self.is_watched = true;
    self.watched_from = self.position;
  }
  return std::nullopt;
}

void Runtime::resume_watched(unsigned thread) {
  Thread& state = state_[thread];
  if (!state.is_watched) return resume(thread);
  MemoryImage image;
  statics_.watch();
  normalise_statics();
  const std::size_t pages = statics_.pages_written();
  const auto add = [&](const void* begin, std::size_t bytes) { image.add(begin, bytes); };
  for_each_shared(thread, add);
  for_each_static(add);
  resume(thread);
  normalise_statics();
  if (image.is_current() && statics_.pages_written() == pages) return;
  // Its next iteration begins here at the earliest.
  state.watched_from = state.position;
}

// ---- in a search: the run once more, with images of memory

std::optional<unsigned> Runtime::first_of_unchanged(const IterationCheck::Visits& visits,
                                                    const IterationCheck::Attempt& attempt) {
  if (faults.iterations_change_nothing) return visits[0];
  if (iteration_.is_refuted(current_, self_->position, attempt)) return std::nullopt;
  if (!iteration_.is_asked(current_, self_->position, attempt)) {
    iteration_.ask(current_, visits, self_->position, attempt);
    begin_again();
  }
  self_->target = iteration_target_;
  normalise_statics();
  const bool is_noted = statics_.pages_written() == static_pages_;
  std::optional<unsigned> found;
  bool only_statics_differ = false;
  iteration_.for_each_image([&](IterationCheck::Image& image) {
    if (found || image.has_changed || !image.own.is_current() || !image.shared.is_current()) return;
    if (is_noted && !image.statics_have_changed && image.statics.is_current())
      found = image.first;
    else
      only_statics_differ = true;
  });
  if (!found && only_statics_differ && (!is_noted || iteration_.is_first_try())) begin_again();
  iteration_.conclude(!found.has_value());
  return found;
}

void Runtime::begin_again() {
  begins_again_ = has_ended_ = true;
  park();
}

// The thread asks for an event that the graph has: the run halts here for an image.
void Runtime::take_image() {
  const unsigned thread = current_;
  if (thread != iteration_.thread() || !iteration_.has_next() || iteration_.next() != self_->position) diverge();
  statics_.watch();
  if (!iteration_.is_under_way(thread)) {
    static_pages_ = statics_.pages_written();
    iteration_target_ = self_->target;
  }
  run_sources(thread, self_->position, iteration_.last());
  IterationCheck::Image& image = iteration_.take();
  add_memory(image);
  add_own(image.own);
  see_events(thread);
  self_->target = self_->position + 1;
}

// Others go on as far as they do not depend on the iteration, so that they do not have to in the midst of it.
void Runtime::run_sources(unsigned thread, unsigned first, unsigned end) {
  for (unsigned index = first; index != end; ++index) {
    const EventId source = (*graph_)[EventId(thread, index)].source;
    if (!source.is_event() || source.thread() == thread) continue;
    if ((*graph_)[source].prefix.contains(EventId(thread, first))) continue;
    if (state_[source.thread()].position <= source.index()) ensure(source);
  }
}

// The thread's own state: of an attempt, the stack of its caller.
void Runtime::add_own(MemoryImage& image) const {
  const bool is_attempt = iteration_.attempt().frame != nullptr;
  if (!is_attempt) image.add(registers_.get(), sizeof(Registers));
  const auto* const from =
      static_cast<const std::byte*>(is_attempt ? iteration_.attempt().frame : registers_->stack_pointer);
  image.add(from, static_cast<std::size_t>(static_cast<const std::byte*>(fibers_[current_]->top()) - from));
}

// What the checker itself has among the static data that is compared: the same whenever it is.
void Runtime::normalise_statics() { detail::wanted_state = registers_.get(); }

// The others can see what there is now.
void Runtime::compare_images() {
  if (faults.visible_changes_forgotten) return;
  normalise_statics();
  iteration_.for_each_image([](IterationCheck::Image& image) {
    image.has_changed |= !image.shared.is_current();
    image.statics_have_changed |= !image.statics.is_current();
  });
}

// The others have run on, and what they wrote is not this thread's doing.
void Runtime::retake_images() {
  if (faults.changes_of_others_count) return;
  iteration_.for_each_image([this](IterationCheck::Image& image) {
    image.shared.clear();
    image.statics.clear();
    add_memory(image);
  });
}

void Runtime::add_memory(IterationCheck::Image& image) {
  normalise_statics();
  for_each_shared(current_, [&](const void* begin, std::size_t bytes) { image.shared.add(begin, bytes); });
  for_each_static([&](const void* begin, std::size_t bytes) { image.statics.add(begin, bytes); });
}

// ---- attempts that their writer has declared

Runtime::Attempt Runtime::begin_attempt(const void* frame) {
  if (is_outside()) return {};
  Attempt attempt{self_->position, self_->held, 0, {frame, ++self_->attempts}};
  if (is_stepwise_)
    attempt.state = digest_above(frame);
  else if (iteration_.thread() == current_ && iteration_.attempt() == attempt.declared)
    take_image();
  return attempt;
}

void Runtime::fail_attempt(const Attempt& attempt) {
  if (is_outside()) {
    // Nobody else runs, but an attempt may have done a part of the work.
    if (++failed_outside_ > options_.most_events) violate(Violation::deadlock, "waits forever outside of the threads");
    return;
  }
  Thread& self = *self_;
  if (attempt.first == self.position) violate(Violation::livelock, "retries forever without an operation");
  const bool is_new = is_stepwise_ || self.position == graph_->size(current_);
  if (options_.spins == Spins::unrolled || !is_new || attempt.first < self.streak) return;
  if (attempt.held != self.held) return;
  if (!may_poll(current_, attempt.first)) return;
  IterationCheck::Visits visits;
  visits.add(attempt.first);
  if (is_stepwise_)
    self.spins_from = digest_above(attempt.declared.frame) == attempt.state ? first_of_watched(visits) : std::nullopt;
  else
    self.spins_from = first_of_unchanged(visits, attempt.declared);
}

std::uint64_t Runtime::digest_above(const void* frame) const {
  Registers none;
  none.stack_pointer = frame;
  return digest(none, *fibers_[current_], safety_.seals());
}

// ---- the state of a thread

// A search compares the stacks byte by byte, in one run. Here the registers will do, which are the model's own: what
// lies on the stack where nothing has been written yet is a leftover of the checker, and depends on what was run
// before.
//
// In single steps there is no other comparison. The stack has no leftovers of earlier executions there: see
// reset_thread.
std::uint64_t Runtime::state_of(unsigned thread) {
  if (!is_stepwise_) return digest(*registers_, safety_.seals()) | 1U;
  const void*& deepest = state_[thread].deepest;
  if (deepest == nullptr || std::less<>()(registers_->stack_pointer, deepest)) {
    deepest = registers_->stack_pointer;
    // What lies there may be a leftover of another execution, and which one depends on the history of this process.
    begin_again();
  }
  return digest(*registers_, *fibers_[thread], safety_.seals()) | 1U;
}

}  // namespace vigil::checker
