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
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;
using checker::EventName;
using checker::ObservedEvent;
using checker::ObservedExecution;
using checker::Spins;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr unsigned kMostObjects = 4;
constexpr unsigned kMostThreads = 4;
constexpr unsigned kMostInstructions = 16;

// The program of the model below, and the outcomes of its complete executions. They are global because model code has
// no state of its own.
const Program* current = nullptr;
Loops current_loops = Loops::plain;
std::set<Outcome>* wanted_outcomes = nullptr;

// A program as a model. If a thread returns to the same line and has changed nothing, the checker assumes that it
// spins.
// So each instruction claims a line of its own.
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
      else if (instruction.kind == Kind::try_lock)
        last = mutexes_[instruction.object]->try_lock(here) ? 1 : 0;
      else
        synchronise(instruction, here);
      if (gives_back(instruction.kind)) given_back_[thread][count_[thread]++] = last;
    }
  }

  void finish() {
    if (wanted_outcomes == nullptr) return;
    // The checker may abandon the execution at a load, so nothing is allocated before the last load.
    std::array<std::uint32_t, kMostObjects> remaining{};
    for (unsigned i = 0; i != current->atomics; ++i) remaining[i] = atomics_[i]->load(kRelaxed);
    Outcome outcome;
    outcome.remaining.assign(remaining.begin(), remaining.begin() + current->atomics);
    for (std::size_t thread = 0; thread != current->threads.size(); ++thread)
      outcome.given_back.emplace_back(given_back_[thread].begin(), given_back_[thread].begin() + count_[thread]);
    wanted_outcomes->insert(std::move(outcome));
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
      case Kind::await_exchange:
        last = instruction.expected;
        if (current_loops == Loops::declared) {
          const auto exchanged = [expected = last, next = instruction.value](std::uint32_t value) {
            return value == expected ? std::optional(next) : std::nullopt;
          };
          atomic.spin_update(exchanged, instruction.order, std::memory_order_relaxed, here);
          return;
        }
        until([&] {
          std::uint32_t found = instruction.expected;
          return atomic.compare_exchange_strong(found, instruction.value, instruction.order, instruction.failure, here);
        });
        return;
      case Kind::reloading_add:
        if (current_loops == Loops::declared) {
          last = atomic.fetch_update([&](std::uint32_t value) { return value + instruction.value; }, instruction.order,
                                     instruction.failure, here);
          return;
        }
        do last = atomic.load(instruction.failure, here);
        while (!add(instruction, atomic, last, here));
        return;
      case Kind::carrying_add:
        last = atomic.load(instruction.failure, here);
        while (!add(instruction, atomic, last, here)) continue;
        return;
      default:  // await
        if (current_loops == Loops::declared) {
          last = atomic.spin_until([least = instruction.value](std::uint32_t value) { return value >= least; },
                                   instruction.order, here);
          return;
        }
        do last = atomic.load(instruction.order, here);
        while (last < instruction.value);
    }
  }

  template <class Attempt>
  static void until(Attempt attempt) {
    if (current_loops == Loops::declared) return CheckedAtomics::retry(attempt);
    while (!attempt()) continue;
  }

  static bool add(const Instruction& instruction, Atomic& atomic, std::uint32_t& last, Location here) {
    return atomic.compare_exchange_strong(last, last + instruction.value, instruction.order, instruction.failure, here);
  }

  void synchronise(const Instruction& instruction, Location here) {
    switch (instruction.kind) {
      case Kind::fence:
        return CheckedAtomics::fence(instruction.order, here);
      case Kind::lock:
        return mutexes_[instruction.object]->lock(here);
      case Kind::await_lock:
        return until([&] { return mutexes_[instruction.object]->try_lock(here); });
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

  std::array<std::array<std::uint32_t, kMostInstructions>, kMostThreads> given_back_{};
  std::array<std::uint8_t, kMostThreads> count_{};
  std::array<std::optional<Atomic>, kMostObjects> atomics_;
  std::array<std::optional<CheckedAtomics::mutex>, kMostObjects> mutexes_;
  std::array<std::optional<CheckedAtomics::condition_variable>, kMostObjects> conditions_;
};

}  // namespace

checker::ModelCode code_of(const Program& program, Loops loops, std::set<Outcome>* outcomes) {
  const bool is_too_long = std::ranges::any_of(
      program.threads, [](const auto& instructions) { return instructions.size() > kMostInstructions; });
  if (std::max({program.atomics, program.mutexes, program.conditions}) > kMostObjects || is_too_long ||
      program.threads.size() > kMostThreads)
    throw std::invalid_argument("the program is too large: " + print(program));
  current = &program;
  current_loops = loops;
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

namespace {

Event event_of(const ObservedEvent& observed) {
  Event event;
  if (observed.kind == ObservedEvent::Kind::fence) return {.kind = Event::Kind::fence};
  event.location = observed.location;
  event.kind = observed.kind == ObservedEvent::Kind::read    ? Event::Kind::read
               : observed.kind == ObservedEvent::Kind::write ? Event::Kind::write
                                                             : Event::Kind::rmw;
  if (event.kind != Event::Kind::read) event.written = observed.written;
  if (event.kind != Event::Kind::write) event.read = observed.read;
  return event;
}

// Some events of the checker, such as the start of a thread, are neither an access nor a fence.
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
      if (events.back().kind == Event::Kind::read || events.back().kind == Event::Kind::rmw)
        events.back().source = name_of(event.source);
    }
  }
  for (const auto& order : observed.modification_orders)
    std::ranges::transform(order, std::back_inserter(execution.modification_orders.emplace_back()), name_of);
  normalise(execution);
  return execution;
}

// The only violation of a program is a thread that waits for ever.
bool is_waiting(checker::Violation violation) {
  return violation == checker::Violation::missed_wake || violation == checker::Violation::deadlock ||
         violation == checker::Violation::livelock;
}

std::string trouble_of(const checker::Result& result, const ExecutionSet& found) {
  if (result.finding && !is_waiting(result.finding->violation))
    return std::string(checker::name_of(result.finding->violation)) + ": " + result.finding->what;
  if (!result.complete() && result.stop != checker::Stop::executions) return "the search was not complete";
  if (result.complete() && result.executions != found.executions.size())
    return "it counts " + std::to_string(result.executions) + " executions and shows " +
           std::to_string(found.executions.size());
  const auto twice = std::ranges::adjacent_find(found.executions);
  return twice == found.executions.end() ? "" : "an execution is shown twice:\n" + print(*twice);
}

template <class T>
std::string first_difference(const T& due, const T& found) {
  T missing;
  T extra;
  std::ranges::set_difference(due, found, std::inserter(missing, missing.end()));
  std::ranges::set_difference(found, due, std::inserter(extra, extra.end()));
  if (!missing.empty()) return "missing:\n" + print(*missing.begin());
  return extra.empty() ? "" : "an execution that the oracle does not have:\n" + print(*extra.begin());
}

std::string difference(const ExecutionSet& oracle, const ExecutionSet& checker, bool exact) {
  std::string first = exact ? first_difference(oracle.executions, checker.executions) : "";
  if (first.empty()) first = first_difference(oracle.outcomes, checker.outcomes);
  if (!first.empty() || oracle.blocks == checker.blocks) return first;
  return oracle.blocks ? "a thread that waits for ever is not found\n" : "no thread waits for ever\n";
}

// What can be compared with the oracle's executions, in which a loop that waits has one iteration.
enum class Comparison { nothing, of_outcomes, of_executions };

Comparison comparison(const Program& program, Loops loops) {
  const bool carries = uses(Kind::carrying_add, program);
  const bool waits = uses(Kind::await, program) || uses(Kind::await_exchange, program) ||
                     uses(Kind::await_lock, program) || uses(Kind::reloading_add, program);
  switch (loops) {
    case Loops::declared:
      // A failed attempt passes on the value that it read, so no attempt is like the one before.
      return carries ? Comparison::nothing : Comparison::of_executions;
    case Loops::unrolled:
      return waits ? Comparison::nothing : Comparison::of_executions;
    case Loops::plain:
      break;
  }
  // Dead values that the compiler leaves on the stack make iterations differ.
  return carries || waits ? Comparison::of_outcomes : Comparison::of_executions;
}

std::string_view name_of(Loops loops) {
  return loops == Loops::declared ? "declared" : loops == Loops::unrolled ? "unrolled" : "plain";
}

}  // namespace

checker::Options options_for(checker::MemoryModel model, Loops loops) {
  checker::Options options;
  options.memory_model = model;
  options.spins = loops == Loops::unrolled ? Spins::unrolled : Spins::recurring;
  options.count_violations = true;
  return options;
}

Checked check(const Program& program, checker::MemoryModel model, Loops loops, std::uint64_t most_executions) {
  Checked checked;
  checker::Options options = options_for(model, loops);
  options.most_executions = most_executions;
  options.on_execution = [&](const ObservedExecution& observed) {
    if (!observed.blocked) checked.found.executions.push_back(execution_of(observed));
  };
  const checker::ModelCode code = code_of(program, loops, &checked.found.outcomes);
  try {
    const checker::Result result = checker::check(code, options);
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
  for (const Loops loops : {Loops::declared, Loops::plain, Loops::unrolled}) {
    const Comparison due = comparison(program, loops);
    if (due == Comparison::nothing) continue;
    // Bounds a search that goes wrong. Blocked executions count as well.
    const Checked checked = check(program, model, loops, 10'000 + 100 * oracle.executions.size());
    // Each value that a loop may read before it ends multiplies the executions.
    if (loops == Loops::plain && checked.trouble.empty() && checked.found.cut_short) continue;
    std::string found = checked.trouble;
    if (found.empty()) found = difference(oracle, checked.found, due == Comparison::of_executions);
    if (found.empty()) continue;
    return print(program) + "\n" + std::string(checker::name_of(model)) + ", loops " + std::string(name_of(loops)) +
           ": " + std::to_string(oracle.executions.size()) + " executions by the oracle, " +
           std::to_string(checked.found.executions.size()) + " by the checker" +
           (checked.found.cut_short ? ", cut short" : "") + "\n" + found;
  }
  return "";
}

}  // namespace vigil::conformance
