// What comes when no thread can go on: the end of the model, or the judgement on those that wait.

#include "faults.hpp"
#include "late_waits.hpp"
#include "replay.hpp"

namespace vigil::checker {

bool Replay::finish() {
  if (!all_have_ended()) return false;
  if (waited_on_atomic_ && has_late_wait(*graph_)) {
    ending_.kind = Ending::Kind::stale;
    return false;
  }
  ending_.is_whole = true;
  check_invariant();
  if (!has_ended() && code_.finish != nullptr)
    on_fiber_of_model([](const ModelCode& code, void* memory) { code.finish(memory); });
  if (!has_ended()) on_fiber_of_model([](const ModelCode& code, void* memory) { code.destroy(memory); });
  if (has_ended()) return false;
  course_ = Course::ended;
  return true;
}

// If not, the ending says what that means.
bool Replay::all_have_ended() {
  bool waits = false, is_bounded = false, is_excluded = false;
  // The end of main ends a program, whatever its other threads do.
  const bool is_over = code_.hosted != nullptr && threads_[0].state == Thread::State::ended;
  for (unsigned thread = 0; ended_ != graph_->threads() && thread != graph_->threads(); ++thread) {
    const auto state = threads_[thread].state;
    if (is_over && (state == Thread::State::waiting || state == Thread::State::joining)) continue;
    waits |= state != Thread::State::ended && state != Thread::State::absent;
    is_bounded |= state == Thread::State::bounded;
    is_excluded |= state == Thread::State::excluded;
  }
  if (is_excluded)
    ending_.kind = Ending::Kind::stale;
  else if (is_bounded)
    ending_.kind = Ending::Kind::bounded;
  else if (waits)
    judge_blocked();
  return !waits;
}

void Replay::judge_blocked() {
  bool sleeps = false, spins = false;
  unsigned who = kOutside;
  for (unsigned thread = graph_->threads(); thread-- != 0;) {
    const Thread& state = threads_[thread];
    if (state.state == Thread::State::joining && who == kOutside) who = thread;
    if (state.state != Thread::State::waiting) continue;
    const EventId last = graph_->last_of(thread);
    if (faults.all_waits_are_stale || (!faults.stale_waits_count && waiting_.is_stale(last))) {
      ending_.kind = Ending::Kind::stale;
      return;
    }
    const Request& request = (*graph_)[last].request;
    const bool sleeps_here =
        request.operation == Operation::wake || (is_await(request.operation) && request.wait == Wait::sleeps);
    sleeps |= sleeps_here;
    spins |= request.operation == Operation::spin || (is_await(request.operation) && request.wait == Wait::spins);
    if (!sleeps || sleeps_here) who = thread;
  }
  set_current(who);
  course_ = Course::ended;
  if (sleeps)
    note_violation(Violation::missed_wake, "waits forever to be woken");
  else if (spins)
    note_violation(Violation::livelock, "spins forever");
  else
    note_violation(Violation::deadlock, "waits forever for a mutex or for another thread");
}

// The model's invariant, evaluated at every step of one interleaving of the execution.
void Replay::check_invariant() {
  if (code_.invariant == nullptr) return;
  const auto evaluate = [this] {
    on_fiber_of_model([](const ModelCode& code, void* memory) { code.invariant(memory); });
    return !has_ended();
  };
  recording_.pause();
  values_.begin_moments();
  bool holds = evaluate();
  for (const EventId id : graph_->interleaving()) {
    if (!holds) break;
    const Event& event = (*graph_)[id];
    if (!event.writes || event.written == event.read) continue;
    values_.set(event.request.location, event.written);
    holds = evaluate();
  }
  values_.begin_finish();
  recording_.go_on();
}

}  // namespace vigil::checker
