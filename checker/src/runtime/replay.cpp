#include "replay.hpp"

#include "faults.hpp"
#include "symmetry.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

namespace vigil::checker {

void Replay::begin_execution(bool is_stepwise, Recorder* recorder) {
  is_stepwise_ = is_stepwise;
  recording_.begin(recorder);
  waiting_.begin_execution(is_stepwise);
}

void Replay::reset(Graph& graph) {
  graph_ = &graph;
  values_.begin_setup(graph);
  waiting_.begin_run(graph);
  is_violated_ = waited_on_atomic_ = false;
  course_ = Course::runs;
  failed_outside_ = 0;
  refusal_.clear();
  is_out_of_memory_ = false;
  ending_.reset();
  set_current(kOutside);
  postponed_ = ended_ = 0;
  for (unsigned thread = 0; thread != graph.threads(); ++thread) reset_thread(thread);
}

void Replay::reset_thread(unsigned thread) {
  Thread& state = threads_[thread];
  state.state = Thread::State::absent;
  state.position = state.starts = 0;
  state.started.clear();
  state.goal = state.halt = kNoGoal;
  state.cause = EventId::none();
  state.polls = false;
  state.pending.reset();
  waiting_.begin_thread(thread);
  see_events(thread);
  state.size = waiting_.visible_size(thread, state.size);
}

void Replay::run(Extender& extender) {
  extender_ = &extender;
  start_own_threads();
  if (!has_ended()) run_threads();
}

void Replay::start_own_threads() {
  on_fiber_of_model([](const ModelCode& code, void* memory) { code.construct(memory); });
  if (has_ended()) return;
  values_.begin_finish();
  for (unsigned thread = 0; thread != code_.thread_count; ++thread) start(thread);
}

const Ending& Replay::ending() {
  if (is_out_of_memory_) throw std::bad_alloc();
  if (!refusal_.empty()) throw std::logic_error(refusal_);
  if (is_violated_) ending_.kind = Ending::Kind::violated;
  return ending_;
}

// ---- fibers

void Replay::start(unsigned thread) {
  threads_[thread].state = Thread::State::ready;
  memory_.begin(thread, &Replay::run_thread, this);
}

// Setup, finish and the rest have a fiber too, so that a violation can end them anywhere.
void Replay::on_fiber_of_model(Part part) {
  part_ = part;
  set_current(kOutside);
  memory_.begin(kOutside, &Replay::run_outside, this);
  memory_.fiber(kOutside).resume();
}

void Replay::guarded(void (*code)(Replay&)) {
  std::string what;
  bool left = false;
  try {
    code(*this);
  } catch (const std::exception& exception) {
    what = exception.what();
    left = true;
  } catch (...) {
    what = "not a std::exception";
    left = true;
  }
  if (left) violate(Violation::exception, std::move(what));
}

void Replay::run_outside(void* argument) {
  auto& self = *static_cast<Replay*>(argument);
  self.guarded([](Replay& replay) { replay.part_(replay.code_, replay.memory_.model()); });
  self.park();
}

void Replay::run_thread(void* argument) {
  auto& self = *static_cast<Replay*>(argument);
  const unsigned thread = self.current_;
  self.want_state(self.threads_[thread]);
  self.guarded([](Replay& replay) {
    const unsigned current = replay.current_;
    if (current < replay.code_.thread_count) return replay.code_.thread(replay.memory_.model(), current);
    replay.perform_note(Operation::begin, replay.threads_[current].cause, Action::begin);
    replay.memory_.started_code(current).run();
    replay.perform_note(Operation::end, EventId::none(), Action::end);
  });
  if (self.threads_[thread].polls) self.exclude();
  self.threads_[thread].state = Thread::State::ended;
  self.memory_.end(thread);
  self.park();
}

void Replay::perform_note(Operation operation, EventId cause, Action action) {
  Request request;
  request.operation = operation;
  request.thread = static_cast<std::uint8_t>(current_);
  perform([&] { return request; }, cause);
  recording_.note(place(last_event()), action, nullptr, {});
}

// ---- threads that are started

std::optional<Replay::Start> Replay::prepare_start(std::function<void()> code, const ThreadCode& what) {
  const unsigned known = started_.number(current_, self_->starts++);
  if (known >= kMostThreads - code_.thread_count) return std::nullopt;
  const unsigned number = code_.thread_count + known;
  if (graph_->threads() <= number) {
    for (unsigned thread = graph_->threads(); thread <= number; ++thread) reset_thread(thread);
    graph_->set_threads(number + 1);
  }
  memory_.started_code(number).begin_as(std::move(code));
  threads_[number].cause = EventId(current_, self_->position);
  return Start{number, events_since_start_of(what)};
}

unsigned Replay::events_since_start_of(const ThreadCode& what) {
  if (!assumptions_->started_exchange.is_on()) return 0;
  Thread& self = *self_;
  if (!is_in_row()) self.started.clear();
  unsigned events = 0;
  if (what.is_known())
    for (const auto& [position, code] : self.started)
      if (code == what) events = self.position - position;
  self.started.emplace_back(self.position, what);
  return events;
}

bool Replay::is_in_row() const {
  if (self_->started.empty()) return false;
  for (unsigned index = self_->started.back().first + 1; index != self_->position; ++index)
    if (!comes_between((*graph_)[EventId(current_, index)].request.operation) && !faults.rows_of_starts_forgotten)
      return false;
  return true;
}

std::optional<unsigned> Replay::first_start_of(const ThreadCode& what) const {
  if (!what.is_known() || is_outside() || !is_in_row()) return std::nullopt;
  for (const auto& [position, code] : self_->started)
    if (code == what) return position;
  return std::nullopt;
}

void Replay::note_name_of(unsigned thread) {
  if (is_outside() || graph_->size(thread) == 0) return;
  if (is_exchanged(*graph_, thread)) graph_->note_asymmetry(graph_->last_of(thread), graph_->last_of(thread));
}

void Replay::join(unsigned thread) {
  Thread& self = *self_;
  if (self.position == self.size)
    while (!is_over(thread)) {
      self.state = Thread::State::joining;
      self.joins = thread;
      suspend();
    }
  self.state = Thread::State::ready;
  const EventId cause = self.position == self.size ? graph_->last_of(thread) : EventId::none();
  Request request;
  request.operation = Operation::join;
  request.thread = static_cast<std::uint8_t>(current_);
  request.operand = thread;
  perform([&] { return request; }, cause);
}

// ---- attempts that their writer has declared

Waiting::Attempt Replay::begin_attempt(const void* frame) {
  if (is_outside()) return {};
  const auto attempt = waiting_.begin_attempt(current_, self_->position, frame);
  if (waiting_.image_is_due(current_, attempt)) halt_for_image();
  return attempt;
}

void Replay::fail_attempt(const Waiting::Attempt& attempt) {
  if (is_outside()) {
    // Nothing else runs, but an attempt may have done a part of the work.
    if (++failed_outside_ > options_.most_events) violate(Violation::deadlock, "waits forever outside of the threads");
    return;
  }
  Thread& self = *self_;
  if (attempt.first == self.position) violate(Violation::livelock, "retries forever without an operation");
  if (!is_stepwise_ && self.position != graph_->size(current_)) return;
  if (waiting_.fail_attempt(current_, self.position, attempt) == Waiting::Loop::unknown) end_run(Course::begins_again);
  set_goal(current_, self.goal);
}

// ---- violations and limits

void Replay::note_violation(Violation violation, std::string what) {
  if (std::exchange(is_violated_, true)) return;
  ending_.violation = violation;
  ending_.what = std::move(what);
  ending_.thread = current_;
}

void Replay::violate(Violation violation, std::string what) {
  note_violation(violation, std::move(what));
  end_run();
}

void Replay::cut_off(Stop stop, std::string limit) {
  ending_.kind = Ending::Kind::cut_off;
  ending_.stop = stop;
  ending_.limit = std::move(limit);
  end_run();
}

void Replay::exclude() {
  if (is_outside()) {
    ending_.kind = Ending::Kind::stale;
    end_run();
  }
  self_->state = Thread::State::excluded;
  park();
}

// Not an exception: the model's own frames lie between here and the code that would catch it.
void Replay::refuse(std::string why) {
  refusal_ = std::move(why);
  end_run();
}

void Replay::run_out_of_memory() {
  is_out_of_memory_ = true;
  end_run();
}

void Replay::diverge() {
  refuse("two runs of the same execution differ: the model depends on something besides its layer");
}

}  // namespace vigil::checker
