#include "runner.hpp"

#include "oracle.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;
using checker::EventName;
using checker::ObservedEvent;
using checker::ObservedExecution;

constexpr unsigned kMostObjects = 4;

// The program that the model below is made from: model code has no state of its own.
const Program* current = nullptr;

// A program as a model. The checker takes a thread that comes back to the same line, and has changed nothing, for one
// that spins: each instruction claims a line of its own.
class World {
 public:
  World() {
    for (unsigned i = 0; i != current->atomics; ++i) atomics_[i].emplace(0U);
    for (unsigned i = 0; i != current->mutexes; ++i) mutexes_[i].emplace();
    for (unsigned i = 0; i != current->conditions; ++i) conditions_[i].emplace();
  }

  void run(unsigned thread) {
    std::uint32_t last = 0;
    unsigned line = 0;
    for (const Instruction& instruction : current->threads[thread]) {
      const Location here{"litmus", "thread", ++line};
      if (instruction.if_odd && last % 2 == 0) continue;
      if (instruction.kind <= Kind::await)
        access(instruction, *atomics_[instruction.object], last, here);
      else
        synchronise(instruction, here);
    }
  }

 private:
  using Atomic = CheckedAtomics::atomic<std::uint32_t>;

  static void access(const Instruction& instruction, Atomic& atomic, std::uint32_t& last, Location here) {
    switch (instruction.kind) {
      case Kind::load:
        last = atomic.load(instruction.order, here);
        return;
      case Kind::store:
        return atomic.store(instruction.value, instruction.order, here);
      case Kind::exchange:
        last = atomic.exchange(instruction.value, instruction.order, here);
        return;
      case Kind::fetch_add:
        last = atomic.fetch_add(instruction.value, instruction.order, here);
        return;
      case Kind::compare_exchange:
        last = instruction.expected;
        atomic.compare_exchange_strong(last, instruction.value, instruction.order, instruction.failure, here);
        return;
      case Kind::weak_compare_exchange:
        last = instruction.expected;
        atomic.compare_exchange_weak(last, instruction.value, instruction.order, instruction.failure, here);
        return;
      default:  // await
        do last = atomic.load(instruction.order, here);
        while (last < instruction.value);
    }
  }

  void synchronise(const Instruction& instruction, Location here) {
    switch (instruction.kind) {
      case Kind::fence:
        return CheckedAtomics::fence(instruction.order, here);
      case Kind::lock:
        return mutexes_[instruction.object]->lock(here);
      case Kind::unlock:
        return mutexes_[instruction.object]->unlock(here);
      case Kind::wait:
        return conditions_[instruction.object]->wait(*mutexes_[instruction.mutex], here);
      case Kind::notify_one:
        return conditions_[instruction.object]->notify_one(here);
      case Kind::notify_all:
        return conditions_[instruction.object]->notify_all(here);
      case Kind::atomic_wait:
        return atomics_[instruction.object]->wait(instruction.value, instruction.order, here);
      case Kind::atomic_notify_one:
        return atomics_[instruction.object]->notify_one(here);
      default:
        return atomics_[instruction.object]->notify_all(here);
    }
  }

  std::array<std::optional<Atomic>, kMostObjects> atomics_;
  std::array<std::optional<CheckedAtomics::mutex>, kMostObjects> mutexes_;
  std::array<std::optional<CheckedAtomics::condition_variable>, kMostObjects> conditions_;
};

checker::ModelCode code_of(const Program& program) {
  checker::ModelCode code;
  code.thread_count = static_cast<unsigned>(program.threads.size());
  code.size = sizeof(World);
  code.alignment = alignof(World);
  code.construct = [](void* memory) { ::new (memory) World(); };
  code.destroy = [](void* world) { std::destroy_at(static_cast<World*>(world)); };
  code.thread = [](void* world, unsigned thread) { static_cast<World*>(world)->run(thread); };
  return code;
}

Event event_of(const ObservedEvent& observed) {
  Event event;
  if (observed.kind == ObservedEvent::Kind::fence) return {.kind = Event::Kind::fence};
  event.location = observed.location;
  event.kind = observed.kind == ObservedEvent::Kind::read    ? Event::Kind::read
               : observed.kind == ObservedEvent::Kind::write ? Event::Kind::write
                                                             : Event::Kind::update;
  if (event.kind != Event::Kind::read) event.written = observed.written;
  if (event.kind != Event::Kind::write) event.read = observed.read;
  return event;
}

// The checker's events include some, such as the start of a thread, that are no access and no fence.
Execution execution_of(const ObservedExecution& observed) {
  Execution execution;
  std::vector<std::vector<int>> numbers;
  for (const auto& thread : observed.threads) {
    int count = 0;
    for (auto& number = numbers.emplace_back(); const ObservedEvent& event : thread)
      number.push_back(event.kind == ObservedEvent::Kind::other ? count : count++);
  }
  const auto name_of = [&](EventName name) {
    if (name.thread == EventName::kInitial) return Name{};
    return Name{name.thread, numbers[static_cast<std::size_t>(name.thread)][name.index]};
  };
  for (const auto& thread : observed.threads) {
    auto& events = execution.threads.emplace_back();
    for (const ObservedEvent& event : thread) {
      if (event.kind == ObservedEvent::Kind::other) continue;
      events.push_back(event_of(event));
      if (events.back().kind == Event::Kind::read || events.back().kind == Event::Kind::update)
        events.back().source = name_of(event.source);
    }
  }
  for (const auto& order : observed.modification_orders)
    std::ranges::transform(order, std::back_inserter(execution.modification_orders.emplace_back()), name_of);
  normalise(execution);
  return execution;
}

// Waiting for ever is what programs may be found guilty of.
bool is_waiting(checker::Violation violation) {
  return violation == checker::Violation::missed_wake || violation == checker::Violation::deadlock ||
         violation == checker::Violation::livelock;
}

std::string trouble_of(const checker::Result& result, const ExecutionSet& found) {
  if (result.finding && !is_waiting(result.finding->violation))
    return std::string(checker::name_of(result.finding->violation)) + ": " + result.finding->what;
  if (!result.complete() && result.stop != checker::Stop::executions) return "the search did not end by itself";
  if (result.complete() && result.executions != found.executions.size())
    return "it counts " + std::to_string(result.executions) + " executions and shows " +
           std::to_string(found.executions.size());
  const auto twice = std::ranges::adjacent_find(found.executions);
  return twice == found.executions.end() ? "" : "an execution is shown twice:\n" + print(*twice);
}

std::string first_difference(const ExecutionSet& oracle, const ExecutionSet& checker) {
  std::vector<Execution> missing;
  std::vector<Execution> extra;
  std::ranges::set_difference(oracle.executions, checker.executions, std::back_inserter(missing));
  std::ranges::set_difference(checker.executions, oracle.executions, std::back_inserter(extra));
  if (!missing.empty()) return "missing:\n" + print(missing.front());
  if (!extra.empty()) return "too much:\n" + print(extra.front());
  if (oracle.blocks == checker.blocks) return "";
  return oracle.blocks ? "a thread that waits for ever is not found\n" : "no thread waits for ever\n";
}

}  // namespace

Checked check(const Program& program, checker::MemoryModel model, std::uint64_t most_executions) {
  Checked checked;
  if (std::max({program.atomics, program.mutexes, program.conditions}) > kMostObjects)
    throw std::invalid_argument("too many objects: " + print(program));
  checker::Options options;
  options.memory_model = model;
  options.spins = checker::Spins::failed;
  options.count_violations = true;
  options.most_executions = most_executions;
  options.on_execution = [&](const ObservedExecution& observed) {
    if (!observed.blocked) checked.found.executions.push_back(execution_of(observed));
  };
  current = &program;
  try {
    const checker::Result result = checker::check(code_of(program), options);
    checked.found.blocks = result.finding.has_value();
    checked.found.cut_short = !result.complete();
    std::ranges::sort(checked.found.executions);
    checked.trouble = trouble_of(result, checked.found);
  } catch (const std::exception& exception) {
    checked.trouble = std::string("it throws: ") + exception.what();
  }
  return checked;
}

std::string disagreement(const Program& program, checker::MemoryModel model, std::size_t most_graphs,
                         bool* was_compared) {
  const ExecutionSet oracle = enumerate(program, model, most_graphs);
  if (was_compared != nullptr) *was_compared = !oracle.cut_short;
  if (oracle.cut_short) return "";
  // A search that goes astray should not go on for ever; graphs that end blocked count as well.
  const Checked checked = check(program, model, 1'000 + 100 * oracle.executions.size());
  std::string difference = checked.trouble;
  if (difference.empty()) difference = first_difference(oracle, checked.found);
  if (difference.empty()) return "";
  return print(program) + "\n" + std::string(name_of(model)) + ": " + std::to_string(oracle.executions.size()) +
         " executions by the oracle, " + std::to_string(checked.found.executions.size()) + " by the checker" +
         (checked.found.cut_short ? ", cut short" : "") + "\n" + difference;
}

}  // namespace vigil::conformance
