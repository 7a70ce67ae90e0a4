// What the code under test asks for that concerns threads: starting them, waiting for their end, pointers of their own.

#include "runtime.hpp"

#include <string>
#include <utility>

namespace vigil::checker {

unsigned Runtime::start_thread(std::function<void()> code, Location location) {
  if (is_outside()) violate(Violation::requirement, "a thread is started outside of the threads");
  const unsigned known = started_.number(current_, self_->starts++);
  if (known >= kMostThreads - code_.thread_count)
    reach_limit("a model has at most " + std::to_string(kMostThreads) + " threads, with those that its threads start");
  const unsigned number = code_.thread_count + known;
  if (graph_->threads() <= number) {
    for (unsigned thread = graph_->threads(); thread <= number; ++thread) reset_thread(thread);
    graph_->set_threads(number + 1);
  }
  Request request = request_for(Operation::start_thread, 0, {});
  request.operand = number;
  Thread& thread = state_[number];
  thread.code.begin_as(std::move(code));
  thread.cause = EventId(current_, self_->position);
  perform([&] { return request; });
  record_note(Action::start_thread, nullptr, location, last_event());
  return number;
}

void Runtime::join_thread(unsigned thread, Location location) {
  Thread& self = *self_;
  Request request = request_for(Operation::join, 0, {});
  request.operand = thread;
  if (self.position == self.size)
    while (!has_ended(thread)) {
      self.state = Thread::State::joining;
      self.joins = thread;
      fibers_[current_]->suspend();
      if (has_ended_) park();
    }
  self.state = Thread::State::ready;
  const EventId cause = self.position == self.size ? graph_->last_of(thread) : EventId::none();
  perform([&] { return request; }, cause);
  record_note(Action::join_thread, nullptr, location, last_event());
}

void* Runtime::thread_specific(const void* key) {
  for (const auto& [known, pointer] : state_[current_].specific)
    if (known == key) return pointer;
  return nullptr;
}

// Part of the state of the thread: a loop that changes one does not just wait.
void Runtime::set_thread_specific(const void* key, void* pointer) {
  Thread& self = state_[current_];
  self.streak = self.position;
  for (auto& [known, old] : self.specific)
    if (known == key) {
      old = pointer;
      return;
    }
  self.specific.emplace_back(key, pointer);
}

}  // namespace vigil::checker
