#include "interpreter.hpp"

#include "late_waits.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace vigil::litmus {

using checker::Ending;
using checker::Event;
using checker::EventId;
using checker::Graph;
using checker::Operation;
using checker::Request;
using checker::Violation;
using Kind = Instruction::Kind;

namespace {

const Program& checked(const Program& program) {
  if (program.threads.empty() || program.threads.size() > checker::kMostThreads)
    throw std::invalid_argument("a program has 1 to " + std::to_string(checker::kMostThreads) + " threads");
  if (program.objects.size() > 64) throw std::invalid_argument("a program has at most 64 objects");
  return program;
}

checker::ObjectKind kind_of(const Object& object) {
  switch (object.kind) {
    case Object::Kind::plain:
      return checker::ObjectKind::var;
    case Object::Kind::mutex:
      return checker::ObjectKind::mutex;
    case Object::Kind::condition_variable:
      return checker::ObjectKind::condition_variable;
    default:
      return checker::ObjectKind::atomic;
  }
}

}  // namespace

Interpreter::Interpreter(const Program& program, const checker::Options& options)
    : program_(checked(program)),
      options_(options),
      locations_(program),
      tried_by_(program.objects.size()),
      is_mixed_(program.objects.size()),
      threads_(program.threads.size()) {
  for (unsigned thread = 0; thread != program.threads.size(); ++thread)
    for (const Instruction& instruction : program.threads[thread].code) {
      if (instruction.kind == Kind::try_lock) tried_by_[instruction.object] |= std::uint64_t{1} << thread;
      if (!is_plain_access(instruction.kind) || is_on_memory(instruction)) continue;
      const std::uint32_t count = instruction.index == kNone ? 1 : instruction.extent;
      std::fill_n(is_mixed_.begin() + instruction.object, count, true);
    }
}

bool Interpreter::is_on_memory(const Instruction& instruction) const {
  return is_plain_access(instruction.kind) && program_.objects[instruction.object].kind == Object::Kind::plain;
}

Word Interpreter::newest(std::uint32_t object) const {
  if (program_.objects[object].kind == Object::Kind::plain) return plain_[object];
  const unsigned location = locations_.of(object);
  return static_cast<Word>(graph_->value(location, graph_->newest(location)));
}

// ---- a run

void Interpreter::begin(Graph& graph) {
  graph_ = &graph;
  is_over_ = has_waited_on_atomic_ = false;
  postponed_ = 0;
  ending_.reset();
  locations_.declare(graph);
  safety_.reset();
  plain_.clear();
  handles_.clear();
  mixed_.assign(program_.objects.size(), {});
  for (const Object& object : program_.objects) plain_.push_back(object.initial);
  for (std::uint32_t number = 0; number != program_.objects.size(); ++number) {
    checker::Object& object = safety_.construct(kind_of(program_.objects[number]), &plain_[number], {});
    object.type = {checker::ValueType::Kind::signed_integer, sizeof(Word)};
    object.name = Name(program_.objects[number].name.c_str());
    handles_.push_back(safety_.newest());
  }
  for (unsigned thread = 0; thread != threads_.size(); ++thread) {
    ThreadRun& self = threads_[thread];
    const Thread& code = program_.threads[thread];
    self.state = ThreadRun::State::ready;
    self.at.next = self.at.phase = 0;
    self.at.registers.assign(code.registers.size(), 0);
    self.position = self.streak = self.spurious_wakes = 0;
    self.held = 0;
    self.weak_failures.assign(code.code.size(), 0);
  }
}

const Ending& Interpreter::run(Graph& graph, checker::Extender& extender) {
  run(graph, &extender);
  return ending_;
}

void Interpreter::run(Graph& graph, checker::Extender* extender) {
  begin(graph);
  extender_ = extender;
  run_threads();
  if (!is_over_) judge();
}

void Interpreter::run_threads() {
  while (!is_over_) {
    const auto thread = next_thread();
    if (!thread) return;
    go_on(*thread, kToTheEnd);
  }
}

// If no other thread can go on, the leftmost postponed one has to wait.
std::optional<unsigned> Interpreter::next_thread() {
  std::optional<unsigned> last;
  for (unsigned thread = 0; thread != threads_.size(); ++thread) {
    const ThreadRun& self = threads_[thread];
    if (self.state == ThreadRun::State::ready) return thread;
    if (self.state != ThreadRun::State::postponed) continue;
    if (!extender_->postpones(thread, self.postponed_request)) return thread;
    if (!last) last = thread;
  }
  return last;
}

bool Interpreter::is_due_further_left(unsigned thread) {
  for (unsigned other = 0; other != thread; ++other)
    if (threads_[other].state == ThreadRun::State::postponed &&
        !extender_->postpones(other, threads_[other].postponed_request))
      return true;
  return false;
}

void Interpreter::go_on(unsigned thread, unsigned goal) {
  ThreadRun& self = threads_[thread];
  const bool was_postponed = std::exchange(self.state, ThreadRun::State::ready) == ThreadRun::State::postponed;
  if (was_postponed) --postponed_;
  bool may_postpone = !was_postponed;
  while (self.position < goal && come_to_operation(thread)) {
    if (self.snapshots.size() <= self.position) self.snapshots.resize(self.position + 1);
    self.snapshots[self.position] = {self.at, self.held};
    const bool is_new = self.position == graph_->size(thread);
    if (is_new && !add(thread, next_request(thread), !may_postpone)) return;
    may_postpone = true;
    const EventId id(thread, self.position);
    const EventId source = (*graph_)[id].source;
    if (source.is_event() && threads_[source.thread()].position <= source.index()) {
      go_on(source.thread(), source.index() + 1);
      if (is_over_) return;
    }
    const Event& event = (*graph_)[id];
    ++self.position;
    follow(thread, event);
    if (event.waits) {
      self.state = ThreadRun::State::waiting;
      return;
    }
    // Which thread goes on depends on the graph alone.
    if (is_new && postponed_ != 0 && is_due_further_left(thread)) return;
  }
}

Request Interpreter::next_request(unsigned thread) {
  ThreadRun& self = threads_[thread];
  const Instruction& instruction = program_.threads[thread].code[self.at.next];
  const Chances chances{self.spurious_wakes < options_.spurious_wakes,
                        self.weak_failures[self.at.next] < options_.weak_failures};
  return request_of(program_, locations_, thread, self.at, object_of(thread, instruction), chances);
}

// ---- where the graph ends

bool Interpreter::add(unsigned thread, Request request, bool was_postponed) {
  ThreadRun& self = threads_[thread];
  if (is_over_) return false;
  if (self.position >= options_.most_events || extender_ == nullptr) {
    self.state = ThreadRun::State::bounded;
    return false;
  }
  if (options_.spins == checker::Spins::recurring && may_begin_iteration(request.operation)) {
    if (const auto first = begin_of_iteration(thread, request)) {
      undeclared_waits_ = true;
      request = {};
      request.operation = Operation::spin;
      request.thread = static_cast<std::uint8_t>(thread);
      request.operand = *first;
    }
  }
  const EventId id(thread, self.position);
  const bool is_late = is_wait_on_atomic(request) && waits_too_late(*graph_, id);
  if (is_late && entered_at_once(*graph_, EventId(thread, self.position - 1))) {
    ending_.kind = Ending::Kind::stale;
    is_over_ = true;
    return false;
  }
  if (!was_postponed && !is_late && may_wait(request.operation) && extender_->postpones(thread, request)) {
    self.postponed_request = request;
    self.state = ThreadRun::State::postponed;
    ++postponed_;
    return false;
  }
  extender_->extend(thread, request, EventId::none());
  return true;
}

// ---- a step

void Interpreter::follow(unsigned thread, const Event& event) {
  ThreadRun& self = threads_[thread];
  const Instruction& instruction = program_.threads[thread].code[self.at.next];
  const Operation operation = event.request.operation;
  if (recorder_ != nullptr) write_down(thread, instruction, event);
  if (operation == Operation::spin) return;
  if (event.writes && !(event.reads && event.written == event.read)) {
    if (is_on_mutex(operation)) {
      const std::uint32_t mutex = instruction.kind == Kind::wait ? instruction.mutex : instruction.object;
      self.held ^= std::uint64_t{1} << mutex;
    } else {
      self.streak = self.position;
    }
  }
  if (event.waits) return;
  if (const std::uint32_t object = object_of(thread, instruction); has_location(operation) && is_mixed_[object])
    look_for_race(thread, object, is_plain_access(instruction.kind), EventId(thread, self.position - 1));
  if (operation == Operation::enter && instruction.kind == Kind::atomic_wait) has_waited_on_atomic_ = true;
  if (event.variant != 0 && operation == Operation::wake) ++self.spurious_wakes;
  if (event.variant != 0 && operation == Operation::weak_compare_exchange) ++self.weak_failures[self.at.next];
  take_step(program_, thread, event, self.at);
}

// ---- the end

void Interpreter::judge() {
  std::uint64_t waiting = 0;
  bool is_bounded = false;
  for (unsigned thread = 0; thread != threads_.size(); ++thread) {
    if (threads_[thread].state == ThreadRun::State::waiting) waiting |= std::uint64_t{1} << thread;
    is_bounded |= threads_[thread].state == ThreadRun::State::bounded;
  }
  if (is_bounded) {
    ending_.kind = Ending::Kind::bounded;
  } else if (waiting != 0) {
    static constexpr checker::Standstill::PendingSpins kNothing{};
    const auto verdict = checker::Standstill(*graph_, kNothing).verdict(waiting, 0);
    if (verdict.is_stale)
      ending_.kind = Ending::Kind::stale;
    else
      violate(verdict.who, verdict.violation, verdict.what);
  } else if (has_waited_on_atomic_ && has_late_wait(*graph_)) {
    ending_.kind = Ending::Kind::stale;
  } else {
    ending_.is_whole = true;
  }
}

checker::Moment Interpreter::now(unsigned thread) const {
  static constexpr checker::View kNothing{};
  const unsigned position = threads_[thread].position;
  return {thread, position, position == 0 ? &kNothing : &graph_->views(EventId(thread, position - 1)).happens_before};
}

void Interpreter::violate(unsigned thread, Violation violation, std::string what) {
  if (std::exchange(is_over_, true)) return;
  ending_.kind = Ending::Kind::violated;
  ending_.violation = violation;
  ending_.what = std::move(what);
  ending_.thread = thread;
}

void Interpreter::check(unsigned thread, const checker::Safety::Check& fault) {
  if (fault) violate(thread, fault->violation, fault->what);
}

}  // namespace vigil::litmus
