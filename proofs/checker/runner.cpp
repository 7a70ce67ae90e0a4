#include "runner.hpp"

#include "oracle.hpp"
#include "uses.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/checker/execution.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string_view>
#include <vector>

namespace vigil::conformance {
namespace {

using checker::EventName;
using checker::ObservedEvent;
using checker::ObservedExecution;
using checker::Spins;

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

// The only violations of a program are a thread that waits for ever and a race on a plain object.
bool is_waiting(checker::Violation violation) {
  return violation == checker::Violation::missed_wake || violation == checker::Violation::deadlock ||
         violation == checker::Violation::livelock;
}

bool is_race(const checker::Result& result) {
  return result.finding && result.finding->violation == checker::Violation::data_race;
}

bool has_plain_objects(const litmus::Program& program) {
  return std::ranges::find(program.objects, litmus::Object::Kind::plain, &litmus::Object::kind) !=
         program.objects.end();
}

std::string trouble_of(const litmus::Program& program, const checker::Result& result, const ExecutionSet& found) {
  const bool may_race = has_plain_objects(program) && is_race(result);
  if (result.finding && !may_race && !is_waiting(result.finding->violation))
    return std::string(checker::name_of(result.finding->violation)) + ": " + result.finding->what;
  // Nothing is known of executions that race, although they are shown.
  if (may_race) return "";
  const bool is_complete = result.complete() || result.stop == checker::Stop::preemptions;
  if (!is_complete && result.stop != checker::Stop::executions) return "the search was not complete";
  if (is_complete && result.executions != found.executions.size())
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

// What can be compared with the oracle's executions, in which a loop that waits has one iteration.
enum class Comparison { nothing, of_outcomes, of_executions };

Comparison comparison(const litmus::Program& program, Loops loops) {
  using Kind = litmus::Instruction::Kind;
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

std::string difference(const ExecutionSet& oracle, const ExecutionSet& checker, bool exact) {
  std::string first = exact ? first_difference(oracle.executions, checker.executions) : "";
  if (first.empty()) first = first_difference(oracle.outcomes, checker.outcomes);
  if (!first.empty() || oracle.blocks == checker.blocks) return first;
  return oracle.blocks ? "a thread that waits for ever is not found\n" : "no thread waits for ever\n";
}

checker::Options options_for(checker::MemoryModel model, Loops loops) {
  checker::Options options;
  options.memory_model = model;
  options.spins = loops == Loops::unrolled ? Spins::unrolled : Spins::recurring;
  options.count_violations = true;
  return options;
}

Checked check(const litmus::Program& program, checker::MemoryModel model, Loops loops, std::uint64_t most_executions,
              std::optional<unsigned> most_preemptions) {
  Checked checked;
  checker::Options options = options_for(model, loops);
  options.most_executions = most_executions;
  options.most_preemptions = most_preemptions;
  options.on_execution = [&](const ObservedExecution& observed) {
    if (!observed.blocked) checked.found.executions.push_back(execution_of(observed));
  };
  const checker::ModelCode code = code_of(program, loops, &checked.found.outcomes);
  try {
    const checker::Result result = checker::check(code, options);
    checked.races = is_race(result);
    checked.found.blocks = result.finding && is_waiting(result.finding->violation);
    checked.found.cut_short = !result.complete() && result.stop != checker::Stop::preemptions;
    checked.beyond_preemptions = result.beyond_preemptions;
    std::ranges::sort(checked.found.executions);
    checked.trouble = trouble_of(program, result, checked.found);
  } catch (const std::exception& exception) {
    checked.trouble = std::string("it throws: ") + exception.what();
  }
  return checked;
}

std::string disagreement(const litmus::Program& program, checker::MemoryModel model, std::size_t most_graphs,
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
    if (loops == Loops::plain && checked.trouble.empty() && !checked.races && checked.found.cut_short) continue;
    std::string found = checked.races ? "a data race\n" : checked.trouble;
    if (found.empty()) found = difference(oracle, checked.found, due == Comparison::of_executions);
    if (found.empty()) continue;
    return program.name + "\n" + std::string(checker::name_of(model)) + ", loops " + std::string(name_of(loops)) +
           ": " + std::to_string(oracle.executions.size()) + " executions by the oracle, " +
           std::to_string(checked.found.executions.size()) + " by the checker" +
           (checked.found.cut_short ? ", cut short" : "") + "\n" + found;
  }
  return "";
}

}  // namespace vigil::conformance
