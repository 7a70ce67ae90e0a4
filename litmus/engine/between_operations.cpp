// What a thread does between two of its events: computes, jumps, accesses plain memory; and what it must not ask for.

#include "interpreter.hpp"

#include <utility>

namespace vigil::litmus {

using checker::Ending;
using checker::Event;
using checker::EventId;
using checker::Violation;
using Kind = Instruction::Kind;

namespace {

// A thread that executes so many instructions without an operation, and never repeats its state, is stopped.
constexpr unsigned kMostSilentSteps = 1'000'000;

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
    take_silent_step(program_, thread, self.at);
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
    if (conflicts && (is_plain || other.is_plain) && !graph_->views(id).happens_before.contains(other.id))
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

}  // namespace vigil::litmus
