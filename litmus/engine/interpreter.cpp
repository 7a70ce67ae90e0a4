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

// A thread that executes so many instructions without an operation, and never repeats its state, is stopped.
constexpr unsigned kMostSilentSteps = 1'000'000;

bool is_plain(Kind kind) { return kind == Kind::plain_load || kind == Kind::plain_store; }

bool may_begin_iteration(Operation operation) { return reads_location(operation) && operation <= Operation::try_lock; }

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

// Detects that a thread without operations comes back to where it was (Brent).
class SilentLoop {
 public:
  [[nodiscard]] bool repeats(const ThreadState& at) {
    if (steps_ != 0 && at == saved_) return true;
    if (++steps_ == next_save_) {
      saved_ = at;
      next_save_ *= 2;
    }
    return false;
  }
  [[nodiscard]] bool is_too_long() const { return steps_ == kMostSilentSteps; }

 private:
  unsigned steps_ = 0, next_save_ = 1;
  ThreadState saved_;
};

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
      if (!is_plain(instruction.kind) || is_on_memory(instruction)) continue;
      const std::uint32_t count = instruction.index == kNone ? 1 : instruction.extent;
      std::fill_n(is_mixed_.begin() + instruction.object, count, true);
    }
}

bool Interpreter::is_on_memory(const Instruction& instruction) const {
  return is_plain(instruction.kind) && program_.objects[instruction.object].kind == Object::Kind::plain;
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

bool Interpreter::come_to_operation(unsigned thread) {
  ThreadRun& self = threads_[thread];
  const std::vector<Instruction>& code = program_.threads[thread].code;
  SilentLoop loop;
  while (self.at.next < code.size()) {
    const Instruction& instruction = code[self.at.next];
    if (is_on_memory(instruction)) {
      take_plain_step(thread, instruction);
      if (is_over_) return false;
      continue;
    }
    if (is_operation(instruction.kind)) return !is_misuse(thread, instruction);
    if (loop.repeats(self.at)) {
      violate(thread, Violation::livelock, "loops forever without an operation");
      return false;
    }
    if (loop.is_too_long()) {
      ending_.kind = Ending::Kind::cut_off;
      ending_.stop = checker::Stop::limit;
      ending_.limit = "a thread executes " + std::to_string(kMostSilentSteps) + " instructions without an operation";
      is_over_ = true;
      return false;
    }
    const Word value = instruction.operand == kNone ? 0 : value_of(program_, instruction.operand, self.at.registers);
    const bool jumps = instruction.kind == Kind::jump || (instruction.kind == Kind::jump_if_zero && value == 0);
    if (instruction.kind == Kind::set) self.at.registers[instruction.result] = value;
    self.at.next = jumps ? instruction.target : self.at.next + 1;
  }
  self.state = ThreadRun::State::ended;
  return false;
}

std::uint32_t Interpreter::object_of(unsigned thread, const Instruction& instruction) {
  if (instruction.index == kNone) return instruction.object;
  const Word index = value_of(program_, instruction.index, threads_[thread].at.registers);
  if (index < instruction.extent) return instruction.object + index;
  violate(thread, Violation::crash,
          "the index " + std::to_string(static_cast<std::int32_t>(index)) + " is outside of the array");
  return instruction.object;
}

void Interpreter::take_plain_step(unsigned thread, const Instruction& instruction) {
  ThreadRun& self = threads_[thread];
  const std::uint32_t number = object_of(thread, instruction);
  if (is_over_) return;
  const bool writes = instruction.kind == Kind::plain_store;
  checker::Object& object = safety_.object(handles_[number]);
  if (writes) {
    const Word value = value_of(program_, instruction.operand, self.at.registers);
    if (value != std::exchange(plain_[number], value)) self.streak = self.position;
  } else if (instruction.result != kNone) {
    self.at.registers[instruction.result] = plain_[number];
  }
  if (recorder_ != nullptr) write_down_plain(thread, instruction, number, writes);
  check(thread, writes ? safety_.write_var(object, now(thread)) : safety_.read_var(object, now(thread)));
  ++self.at.next;
}

// Each pair of accesses is looked at when the later one is performed, which cannot happen before the other.
void Interpreter::look_for_race(unsigned thread, std::uint32_t object, bool is_plain, EventId id) {
  const Event& event = (*graph_)[id];
  for (const MixedAccess& other : mixed_[object]) {
    const bool conflicts = event.writes || (*graph_)[other.id].writes;
    if (conflicts && (is_plain || other.is_plain) && !event.happens_before.contains(other.id))
      violate(thread, Violation::data_race,
              "two accesses of " + program_.objects[object].name + ", of which one is not atomic, are unordered");
  }
  mixed_[object].push_back({id, is_plain});
}

// Of orders that are undefined, and of mutexes.
bool Interpreter::is_misuse(unsigned thread, const Instruction& instruction) {
  if (const auto undefined = undefined_order_of(instruction)) {
    if (recorder_ != nullptr) {
      checker::Recorder::Entry entry{
          checker::Action::load, handles_[instruction.object].number, site_of(thread, instruction), true, {}, {}, {}};
      entry.action = undefined->use == checker::OrderUse::store   ? checker::Action::store
                     : undefined->use == checker::OrderUse::fence ? checker::Action::fence
                     : undefined->use == checker::OrderUse::load  ? checker::Action::load
                                                                  : checker::Action::compare_exchange;
      if (undefined->use == checker::OrderUse::fence) entry.object = checker::Recorder::Entry::kNoObject;
      entry.site.order.value = undefined->order;
      entry.is_refused = true;
      recorder_->add(thread, false, entry, EventId::none());
    }
    violate(thread, Violation::undefined_order, undefined_in_words(undefined->use, undefined->order));
    return true;
  }
  const bool waits = instruction.kind == Kind::wait && threads_[thread].at.phase == 0;
  const std::uint32_t mutex = waits ? instruction.mutex : instruction.object;
  const bool holds = ((threads_[thread].held >> mutex) & 1) != 0;
  if (waits && !holds)
    violate(thread, Violation::mutex_misuse, "waits on a condition variable with a mutex that it does not hold");
  else if (instruction.kind == Kind::unlock && !holds)
    violate(thread, Violation::mutex_misuse, "unlocks a mutex that it does not hold");
  else if ((instruction.kind == Kind::lock || instruction.kind == Kind::await_lock) && holds)
    violate(thread, Violation::mutex_misuse, "locks a mutex that it holds already");
  else if (instruction.kind == Kind::try_lock && holds)
    violate(thread, Violation::mutex_misuse, "tries to lock a mutex that it holds already");
  return is_over_;
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

// Of an iteration that the thread would repeat, its first event.
std::optional<unsigned> Interpreter::begin_of_iteration(unsigned thread, const Request& request) const {
  const ThreadRun& self = threads_[thread];
  const Snapshot& here = self.snapshots[self.position];
  for (unsigned index = self.position; index-- > self.streak;) {
    const Request& earlier = (*graph_)[EventId(thread, index)].request;
    if (earlier.operation != request.operation || earlier.location != request.location) continue;
    const Snapshot& there = self.snapshots[index];
    if (there.at == here.at && there.held == here.held && may_poll(thread, index, self.position)) return index;
  }
  return std::nullopt;
}

// Whether no other thread can see which mutexes the thread held since the event.
bool Interpreter::may_poll(unsigned thread, unsigned first, unsigned end) const {
  const std::uint64_t self = std::uint64_t{1} << thread;
  for (unsigned index = first; index != end; ++index) {
    const Event& event = (*graph_)[EventId(thread, index)];
    if (!event.writes || !is_on_mutex(event.request.operation)) continue;
    for (std::uint32_t object = 0; object != tried_by_.size(); ++object)
      if (locations_.of(object) == event.request.location && (tried_by_[object] & ~self) != 0) return false;
  }
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
    look_for_race(thread, object, is_plain(instruction.kind), EventId(thread, self.position - 1));
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
  return {thread, position, position == 0 ? &kNothing : &(*graph_)[EventId(thread, position - 1)].happens_before};
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
