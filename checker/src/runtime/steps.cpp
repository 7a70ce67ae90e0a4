// The steps of threads that are not just replayed: which thread goes on, and where the graph ends.

#include "late_waits.hpp"
#include "replay.hpp"

#include <algorithm>
#include <numeric>

namespace vigil::checker {

bool Replay::can_run(unsigned thread) const {
  const Thread& state = threads_[thread];
  if (state.state == Thread::State::ready) return true;
  if (state.state == Thread::State::joining) return is_over(state.joins);
  return state.state == Thread::State::postponed && !extender_->postpones(thread, state.postponed_request);
}

bool Replay::is_over(unsigned thread) const {
  const unsigned size = graph_->size(thread);
  return size != 0 && (*graph_)[EventId(thread, size - 1)].request.operation == Operation::end;
}

void Replay::run_threads() {
  for (;;) {
    if (order_.size() != graph_->threads()) [[unlikely]]
      put_in_order();
    const auto end = order_.end();
    auto next = order_.begin() + ended_;
    while (next != end && threads_[*next].state == Thread::State::ended) ++next;
    ended_ = static_cast<unsigned>(next - order_.begin());
    while (next != end && threads_[*next].state != Thread::State::ready && !can_run(*next)) ++next;
    // If no other thread can go on, the leftmost postponed one has to wait.
    if (next == end && postponed_ != 0)
      next = std::ranges::find(order_, Thread::State::postponed,
                               [this](unsigned thread) { return threads_[thread].state; });
    if (next == end) return;
    resume(*next);
    if (has_ended()) return;
  }
}

void Replay::put_in_order() {
  ended_ = 0;
  order_.resize(graph_->threads());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(
      order_, [this](unsigned one, unsigned other) { return started_.goes_first(one, other, code_.thread_count); });
}

bool Replay::is_due_further_left() {
  if (order_.size() != graph_->threads()) put_in_order();
  for (const unsigned thread : order_) {
    if (thread == current_) break;
    if (threads_[thread].state == Thread::State::postponed && can_run(thread)) return true;
  }
  return false;
}

void Replay::pause(const Event& event) {
  Thread& self = *self_;
  if (event.waits) {
    self.state = Thread::State::waiting;
    park();
  }
  if (waiting_.is_checked(current_)) [[unlikely]]
    return pause_checked(event);
  self.goal = self.halt = kNoGoal;
  if (code_.hosted != nullptr) code_.hosted->before_others_run();
  suspend();
}

// A thread in an iteration of which there are images.
void Replay::pause_checked(const Event& event) {
  Thread& self = *self_;
  if (event.writes) waiting_.compare_images();
  if (self.position >= self.goal) {
    self.goal = kNoGoal;
    if (code_.hosted != nullptr) code_.hosted->before_others_run();
    suspend();
    waiting_.retake_images(current_);
  }
  self.halt = self.position + 1;
}

void Replay::ensure(EventId event) {
  const unsigned thread = event.thread();
  const bool is_checked = waiting_.is_checked(current_);
  if (is_checked) waiting_.compare_images();
  if (threads_[thread].state == Thread::State::absent) ensure((*graph_)[EventId(thread, 0)].source);
  set_goal(thread, event.index() + 1);
  resume(thread);
  if (has_ended()) park();
  if (threads_[thread].position <= event.index()) diverge();
  if (is_checked) waiting_.retake_images(current_);
}

void Replay::follow_rare(const Event& event) {
  const auto operation = event.request.operation;
  if (operation == Operation::choose || operation == Operation::start_thread) note_progress();
  if (operation == Operation::start_thread) start(static_cast<unsigned>(event.request.operand));
}

// ---- where the graph ends

void Replay::add(Request request, EventId cause) {
  Thread& self = *self_;
  if (self.position < graph_->size(current_)) return halt_for_image();
  if (self.position >= options_.most_events) {
    self.state = Thread::State::bounded;
    park();
  }
  std::uint64_t state = 0;
  self.spinning_for = request;
  const auto loop = waiting_.recognise(current_, self.position, request, state);
  if (loop == Waiting::Loop::unknown) end_run(Course::begins_again);
  // It may have been checked so far.
  set_goal(current_, self.goal);
  extend(request, cause);
  see_events(current_);
  Event& event = (*graph_)[EventId(current_, self.position)];
  if (loop != Waiting::Loop::waits || event.request.operation != Operation::spin)
    graph_->views(EventId(current_, self.position)).state = state;
  // Which thread goes on depends on the graph alone.
  if (postponed_ != 0 && is_due_further_left()) set_goal(current_, self.position + 1);
}

void Replay::extend(const Request& request, EventId cause) {
  Thread& self = *self_;
  if (is_stepwise_) {
    self.pending = request;
    self.cause = cause;
    return suspend();
  }
  const EventId id(current_, self.position);
  const bool is_late = is_wait_on_atomic(request) && waits_too_late(*graph_, id);
  if (is_late && entered_at_once(*graph_, EventId(current_, self.position - 1))) {
    // Nothing comes of this execution, nor of any that it leads to.
    ending_.kind = Ending::Kind::stale;
    end_run();
  }
  if (!is_late && may_wait(request.operation)) postpone(request);
  extender_->extend(current_, request, cause);
}

// An operation that would only wait is not added as long as another thread can go on: what lets it go on may still
// come.
void Replay::postpone(const Request& request) {
  Thread& self = *self_;
  self.postponed_request = request;
  if (!extender_->postpones(current_, request)) return;
  self.state = Thread::State::postponed;
  ++postponed_;
  suspend();
  --postponed_;
  self.state = Thread::State::ready;
}

// The thread asks for an event that the graph has, and is not shown: the run halts here for an image.
void Replay::halt_for_image() {
  if (!waiting_.image_is_due(current_, self_->position)) diverge();
  waiting_.prepare_image(current_, self_->position, [this](EventId source) {
    if (threads_[source.thread()].position <= source.index()) ensure(source);
  });
  waiting_.take_image(current_);
  see_events(current_);
  set_goal(current_, self_->goal);
}

// ---- single steps

void Replay::begin_steps() {
  // One execution by itself, that looks the same whatever ran before.
  started_.clear();
  order_.clear();
  start_own_threads();
  for (unsigned thread = 0; thread != code_.thread_count && !has_ended(); ++thread) resume(thread);
}

const Request* Replay::asked(unsigned thread) const {
  const Thread& state = threads_[thread];
  if (state.state == Thread::State::joining && !is_over(state.joins)) return nullptr;
  if (!state.pending) return nullptr;
  return state.pending->operation == Operation::spin ? &state.spinning_for : &*state.pending;
}

const Request* Replay::pending(unsigned thread) const {
  const Request* const request = asked(thread);
  const Thread& state = threads_[thread];
  if (request == nullptr || state.pending->operation != Operation::spin) return request;
  const auto first = static_cast<unsigned>(state.pending->operand);
  return waiting_.standstill().spins_in_vain(thread, first, state.position) ? nullptr : request;
}

const Request* Replay::waits_for(unsigned thread) const {
  return threads_[thread].pending ? &*threads_[thread].pending : nullptr;
}

void Replay::step(unsigned thread) {
  threads_[thread].pending.reset();
  const bool is_watched = waiting_.begin_step(thread);
  resume(thread);
  if (is_watched) waiting_.end_step(thread, threads_[thread].position);
  // A thread that was started by this step comes to its first request, and one that waited for its end to the join.
  for (unsigned other = 0; other != graph_->threads() && !has_ended(); ++other) {
    Thread& state = threads_[other];
    const bool is_new = state.state == Thread::State::ready && !state.pending && state.position == 0;
    if (is_new || (state.state == Thread::State::joining && is_over(state.joins))) resume(other);
  }
}

void Replay::wait_in_vain(unsigned thread) {
  threads_[thread].state = Thread::State::waiting;
  const EventId last = graph_->last_of(thread);
  if ((*graph_)[last].request.operation != Operation::spin) recording_.add_waiting(thread, last);
}

}  // namespace vigil::checker
