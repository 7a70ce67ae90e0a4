// What comes when no thread can go on: the end of the model, or the judgement on those that wait.

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
  std::uint64_t waiting = 0, joining = 0;
  for (unsigned thread = 0; thread != graph_->threads(); ++thread) {
    const std::uint64_t bit = std::uint64_t{1} << thread;
    if (threads_[thread].state == Thread::State::waiting) waiting |= bit;
    if (threads_[thread].state == Thread::State::joining) joining |= bit;
  }
  const Standstill::Verdict verdict = waiting_.standstill().verdict(waiting, joining);
  if (verdict.is_stale) {
    ending_.kind = Ending::Kind::stale;
    return;
  }
  set_current(verdict.who);
  course_ = Course::ended;
  note_violation(verdict.violation, verdict.what);
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
