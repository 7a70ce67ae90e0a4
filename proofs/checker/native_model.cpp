#include "native_model.hpp"

#include <vigil/checker/checked_atomics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;
using litmus::Instruction;
using litmus::Object;
using litmus::Word;
using Kind = Instruction::Kind;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr unsigned kMostObjects = 8;
constexpr unsigned kMostThreads = 4;
constexpr unsigned kMostRegisters = 40;

// The program of the model below, and the outcomes of its complete executions. They are global because model code has
// no state of its own.
const litmus::Program* current = nullptr;
Loops current_loops = Loops::plain;
std::set<Outcome>* wanted_outcomes = nullptr;
// The instruction at which each thread starts another one.
std::uint32_t current_start = litmus::kNone;
// Which thread of the program each started one runs.
const std::vector<unsigned>* current_runs = nullptr;
Acts current_acts = Acts::between_all;

using Registers = std::array<Word, kMostRegisters>;

Word value(std::uint32_t expression, const Registers& registers) {
  return expression == litmus::kNone ? 0 : value_of(*current, expression, registers);
}

// What an operation gives back.
struct Given {
  Word result = 0;
  bool success = true;
};

// A program as a model. If a thread returns to the same line and has changed nothing, the checker assumes that it
// spins. So each instruction claims a line of its own.
//
// All that a thread knows is in its frame, the number of its instruction and its registers, or in the model's memory.
class World {
 public:
  World() {
    for (std::size_t i = 0; i != current->objects.size(); ++i) construct(current->objects[i], objects_[i]);
  }

  void run(unsigned thread) {
    Registers registers{};
    std::uint32_t number = execute_from(0, current_start, thread, registers);
    if (number != size_of(thread)) {
      CheckedAtomics::thread rest([&] { number = execute_from(number, litmus::kNone, thread, registers); });
      rest.join();
    }
    registers_[thread] = registers;
  }

  // What each started thread is given is the same if it runs the same.
  void run_with_others() {
    struct Run {
      World* world;
      std::uintptr_t thread;
      void operator()() const { world->run(static_cast<unsigned>(thread)); }
    };
    std::array<CheckedAtomics::thread, kMostThreads> others;
    const auto count = current->threads.size();
    for (std::size_t i = 1; i < count; ++i) {
      others[i] = CheckedAtomics::thread(Run{this, (*current_runs)[i]});
      if (i == 1 && current_acts == Acts::between_starts) run(0);
    }
    if (count < 2 || current_acts == Acts::between_all) run(0);
    for (std::size_t i = 1; i < count; ++i) {
      others[i].join();
      if (i == 1 && current_acts == Acts::between_joins) run(0);
    }
  }

  void finish() {
    if (wanted_outcomes == nullptr) return;
    // The checker may abandon the execution at a load, so nothing is allocated before the last load.
    std::array<Word, kMostObjects> values{};
    for (std::size_t i = 0; i != current->objects.size(); ++i) values[i] = final_value(objects_[i]);
    Outcome outcome;
    outcome.values.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(current->objects.size()));
    for (std::size_t thread = 0; thread != current->threads.size(); ++thread) {
      const auto count = static_cast<std::ptrdiff_t>(current->threads[thread].registers.size());
      outcome.registers.emplace_back(registers_[thread].begin(), registers_[thread].begin() + count);
    }
    wanted_outcomes->insert(std::move(outcome));
  }

 private:
  using Atomic = CheckedAtomics::atomic<Word>;
  using Plain = CheckedAtomics::var<Word>;
  using Mutex = CheckedAtomics::mutex;
  using Condition = CheckedAtomics::condition_variable;
  using Shared = std::variant<std::monostate, Atomic, Plain, Mutex, Condition>;

  static void construct(const Object& object, Shared& shared) {
    switch (object.kind) {
      case Object::Kind::atomic:
        shared.emplace<Atomic>(object.initial);
        return;
      case Object::Kind::plain:
        shared.emplace<Plain>(object.initial);
        return;
      case Object::Kind::mutex:
        shared.emplace<Mutex>();
        return;
      case Object::Kind::condition_variable:
        shared.emplace<Condition>();
    }
  }

  static Word final_value(const Shared& shared) {
    if (const auto* const atomic = std::get_if<Atomic>(&shared)) return atomic->load(kRelaxed);
    if (const auto* const plain = std::get_if<Plain>(&shared)) return plain->get();
    return 0;
  }

  static std::uint32_t size_of(unsigned thread) {
    return static_cast<std::uint32_t>(current->threads[thread].code.size());
  }

  // Up to the end of the thread, or to `end` if it comes there. Returns the number of its next instruction.
  std::uint32_t execute_from(std::uint32_t number, std::uint32_t end, unsigned thread, Registers& registers) {
    while (number != size_of(thread) && number < end)
      number = execute(current->threads[thread].code[number], number, registers);
    return number;
  }

  // Returns the number of the thread's next instruction.
  std::uint32_t execute(const Instruction& instruction, std::uint32_t number, Registers& registers) {
    if (instruction.kind == Kind::jump) return instruction.target;
    const Word operand = value(instruction.operand, registers);
    if (instruction.kind == Kind::jump_if_zero) return operand == 0 ? instruction.target : number + 1;
    const Location here{"litmus", "thread", number + 1};
    Given given;
    if (instruction.kind == Kind::set)
      given.result = operand;
    else if (instruction.kind == Kind::fence)
      CheckedAtomics::fence(instruction.order, here);
    else if (instruction.kind == Kind::light_fence)
      CheckedAtomics::fence_light(instruction.order, here);
    else if (instruction.kind == Kind::heavy_fence)
      CheckedAtomics::fence_heavy(instruction.order, here);
    else if (litmus::is_atomic_access(instruction.kind))
      given = access(instruction, registers, operand, here);
    else
      given = synchronise(instruction, objects_[object_of(instruction, registers, here)], operand, here);
    if (instruction.result != litmus::kNone) registers[instruction.result] = given.result;
    if (instruction.success != litmus::kNone) registers[instruction.success] = given.success ? 1 : 0;
    return number + 1;
  }

  static std::uint32_t object_of(const Instruction& instruction, const Registers& registers, Location here) {
    if (instruction.index == litmus::kNone) return instruction.object;
    const Word index = value(instruction.index, registers);
    CheckedAtomics::require(index < instruction.extent, "an index is within its array", here);
    return instruction.object + index;
  }

  Given access(const Instruction& instruction, const Registers& registers, Word operand, Location here) {
    auto& atomic = std::get<Atomic>(objects_[object_of(instruction, registers, here)]);
    switch (instruction.kind) {
      case Kind::compare_exchange:
      case Kind::weak_compare_exchange:
      case Kind::await_exchange:
        return compare_exchange(instruction, atomic, value(instruction.expected, registers), operand, here);
      case Kind::await:
        return {await(instruction, atomic, operand, here)};
      case Kind::reloading_add:
      case Kind::carrying_add:
        return {attempted_add(instruction, atomic, operand, here)};
      default:
        return {single_access(instruction, atomic, operand, here)};
    }
  }

  static Word single_access(const Instruction& instruction, Atomic& atomic, Word operand, Location here) {
    switch (instruction.kind) {
      case Kind::load:
        return atomic.load(instruction.order, here);
      case Kind::exchange:
        return atomic.exchange(operand, instruction.order, here);
      case Kind::fetch_add:
        return atomic.fetch_add(operand, instruction.order, here);
      case Kind::fetch_sub:
        return atomic.fetch_sub(operand, instruction.order, here);
      case Kind::fetch_and:
        return atomic.fetch_and(operand, instruction.order, here);
      case Kind::fetch_or:
        return atomic.fetch_or(operand, instruction.order, here);
      case Kind::fetch_xor:
        return atomic.fetch_xor(operand, instruction.order, here);
      default:
        atomic.store(operand, instruction.order, here);
        return 0;
    }
  }

  static Given compare_exchange(const Instruction& instruction, Atomic& atomic, Word expected, Word desired,
                                Location here) {
    const auto order = instruction.order, failure = instruction.failure;
    Word found = expected;
    if (instruction.kind == Kind::compare_exchange) {
      const bool success = atomic.compare_exchange_strong(found, desired, order, failure, here);
      return {found, success};
    }
    if (instruction.kind == Kind::weak_compare_exchange) {
      const bool success = atomic.compare_exchange_weak(found, desired, order, failure, here);
      return {found, success};
    }
    if (current_loops == Loops::declared) {
      const auto exchanged = [expected, desired](Word seen) {
        return seen == expected ? std::optional(desired) : std::nullopt;
      };
      atomic.spin_update(exchanged, order, kRelaxed, here);
      return {expected};
    }
    until([&] {
      Word seen = expected;
      return atomic.compare_exchange_strong(seen, desired, order, failure, here);
    });
    return {expected};
  }

  static Word await(const Instruction& instruction, const Atomic& atomic, Word least, Location here) {
    if (current_loops == Loops::declared)
      return atomic.spin_until([least](Word seen) { return seen >= least; }, instruction.order, here);
    Word seen = 0;
    do seen = atomic.load(instruction.order, here);
    while (seen < least);
    return seen;
  }

  static Word attempted_add(const Instruction& instruction, Atomic& atomic, Word operand, Location here) {
    const bool reloads = instruction.kind == Kind::reloading_add;
    if (reloads && current_loops == Loops::declared)
      return atomic.fetch_update([operand](Word seen) { return seen + operand; }, instruction.order,
                                 instruction.failure, here);
    const auto adds = [&](Word& seen) {
      return atomic.compare_exchange_strong(seen, seen + operand, instruction.order, instruction.failure, here);
    };
    Word seen = atomic.load(instruction.failure, here);
    while (!adds(seen))
      if (reloads) seen = atomic.load(instruction.failure, here);
    return seen;
  }

  template <class Attempt>
  static void until(Attempt attempt) {
    if (current_loops == Loops::declared) return CheckedAtomics::retry(attempt);
    while (!attempt()) continue;
  }

  Given synchronise(const Instruction& instruction, Shared& shared, Word operand, Location here) {
    if (auto* const plain = std::get_if<Plain>(&shared)) {
      if (instruction.kind == Kind::plain_load) return {plain->get(here)};
      plain->set(operand, here);
    } else if (auto* const mutex = std::get_if<Mutex>(&shared)) {
      return {lock(instruction.kind, *mutex, here) ? Word{1} : Word{0}};
    } else if (auto* const condition = std::get_if<Condition>(&shared)) {
      if (instruction.kind == Kind::wait)
        condition->wait(std::get<Mutex>(objects_[instruction.mutex]), here);
      else if (instruction.kind == Kind::notify_one)
        condition->notify_one(here);
      else
        condition->notify_all(here);
    } else {
      auto& atomic = std::get<Atomic>(shared);
      if (instruction.kind == Kind::atomic_wait)
        atomic.wait(operand, instruction.order, here);
      else if (instruction.kind == Kind::atomic_notify_one)
        atomic.notify_one(here);
      else
        atomic.notify_all(here);
    }
    return {};
  }

  // Whether the mutex was locked.
  static bool lock(Kind kind, Mutex& mutex, Location here) {
    if (kind == Kind::try_lock) return mutex.try_lock(here);
    if (kind == Kind::lock) mutex.lock(here);
    if (kind == Kind::await_lock) until([&] { return mutex.try_lock(here); });
    if (kind == Kind::unlock) mutex.unlock(here);
    return kind != Kind::unlock;
  }

  std::array<Registers, kMostThreads> registers_{};
  std::array<Shared, kMostObjects> objects_;
};

}  // namespace

checker::ModelCode code_of(const litmus::Program& program, Loops loops, std::set<Outcome>* outcomes) {
  const bool has_large_thread = std::ranges::any_of(
      program.threads, [](const litmus::Thread& thread) { return thread.registers.size() > kMostRegisters; });
  if (program.objects.size() > kMostObjects || has_large_thread || program.threads.size() > kMostThreads)
    throw std::invalid_argument("the program is too large: " + program.name);
  current = &program;
  current_loops = loops;
  current_start = litmus::kNone;
  wanted_outcomes = outcomes;
  checker::ModelCode code;
  code.thread_count = static_cast<unsigned>(program.threads.size());
  code.size = sizeof(World);
  code.alignment = alignof(World);
  code.construct = [](void* memory) { ::new (memory) World(); };
  code.destroy = [](void* world) { std::destroy_at(static_cast<World*>(world)); };
  code.thread = [](void* world, unsigned thread) { static_cast<World*>(world)->run(thread); };
  code.finish = [](void* world) { static_cast<World*>(world)->finish(); };
  return code;
}

checker::ModelCode code_that_starts_threads(const litmus::Program& program, std::uint32_t first) {
  const checker::ModelCode code = code_of(program, Loops::declared);
  current_start = first;
  return code;
}

checker::ModelCode code_with_one_starter(const litmus::Program& program, const std::vector<unsigned>& runs, Acts acts) {
  checker::ModelCode code = code_of(program, Loops::declared);
  current_runs = &runs;
  current_acts = acts;
  code.thread_count = 1;
  code.thread = [](void* world, unsigned /*thread*/) { static_cast<World*>(world)->run_with_others(); };
  return code;
}

}  // namespace vigil::conformance
