#include "exchanges.hpp"

#include "as_litmus.hpp"
#include "execution_set.hpp"
#include "runner.hpp"

#include <vigil/checker/check.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace vigil::conformance {
namespace {

constexpr std::uint64_t kMostExecutions = 20'000;

using Order = std::vector<unsigned>;  // which thread is in the place of each

// The sources of reads and the modification orders determine the values, of which some name threads.
Execution without_values(Execution execution) {
  for (auto& thread : execution.threads)
    for (Event& event : thread) event.read = event.written = 0;
  return execution;
}

Execution exchanged(const Execution& execution, const Order& order) {
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i != order.size(); ++i) place[order[i]] = static_cast<int>(i);
  const auto renamed = [&](Name name) {
    if (name.thread >= 0) name.thread = place[static_cast<std::size_t>(name.thread)];
    return name;
  };
  Execution result;
  for (const unsigned thread : order) {
    result.threads.push_back(execution.threads[thread]);
    for (Event& event : result.threads.back()) event.source = renamed(event.source);
  }
  for (const auto& names : execution.modification_orders) {
    auto& to = result.modification_orders.emplace_back();
    std::ranges::transform(names, std::back_inserter(to), renamed);
  }
  normalise(result);
  return result;
}

// The orders in which equal threads have changed places, from thread number `first` on.
std::vector<Order> exchanges(const Program& program, unsigned first = 0) {
  Order order(program.threads.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<Order> all;
  do {
    const bool fits = std::ranges::equal(
        order, program.threads, {}, [&](unsigned thread) -> const auto& { return program.threads[thread]; });
    if (fits) all.push_back(order);
  } while (std::ranges::next_permutation(order.begin() + first, order.end()).found);
  return all;
}

// The least of those that an exchange makes of it. It stands for all of them.
Execution representative(const Execution& execution, const std::vector<Order>& exchanges) {
  Execution least = exchanged(execution, exchanges.front());
  for (const Order& order : exchanges) least = std::min(least, exchanged(execution, order));
  return least;
}

struct Found {
  checker::Result result;
  std::map<Execution, std::uint64_t> times;  // by representative
  std::uint64_t executions = 0;
};

Found search(const checker::ModelCode& code, const std::vector<Order>& exchanges, checker::MemoryModel model,
             bool symmetry, std::optional<unsigned> most_preemptions = std::nullopt) {
  Found found;
  checker::Options options = options_for(model, Loops::declared);
  options.most_preemptions = most_preemptions;
  options.symmetry = symmetry;
  options.most_executions = kMostExecutions;
  options.on_execution = [&](const checker::ObservedExecution& observed) {
    if (observed.blocked) return;
    ++found.executions;
    ++found.times[representative(without_values(execution_of(observed)), exchanges)];
  };
  found.result = checker::check(code, options);
  return found;
}

std::string mistake(const Found& all, const Found& some) {
  for (const auto& [execution, times] : all.times)
    if (!some.times.contains(execution)) return "missing:\n" + print(execution);
  for (const auto& [execution, times] : some.times) {
    if (!all.times.contains(execution)) return "an execution that there is not:\n" + print(execution);
    if (times != 1) return "explored " + std::to_string(times) + " times:\n" + print(execution);
  }
  if (some.result.executions_in_all != all.executions) return "not all are counted";
  if (all.result.finding.has_value() != some.result.finding.has_value()) return "only one search has a finding";
  return "";
}

std::string compare(const Program& program, checker::MemoryModel model, const Found& all, const Found& some,
                    Compared& compared) {
  ++compared.programs;
  compared.executions += all.executions;
  compared.up_to_symmetry += some.executions;
  const std::string found = mistake(all, some);
  if (found.empty()) return "";
  return print(program) + "\n" + std::string(checker::name_of(model)) + ": " + std::to_string(all.executions) +
         " executions, " + std::to_string(all.times.size()) + " up to symmetry; explored " +
         std::to_string(some.executions) + ", which count for " + std::to_string(some.result.executions_in_all) + "\n" +
         found;
}

// Of each thread, the earlier ones that are equal.
std::vector<std::uint16_t> equal_before(const Program& program) {
  std::vector<std::uint16_t> equal(program.threads.size());
  for (std::size_t i = 0; i != equal.size(); ++i)
    for (std::size_t j = 0; j != i; ++j)
      if (program.threads[i] == program.threads[j]) equal[i] = static_cast<std::uint16_t>(equal[i] | 1U << j);
  return equal;
}

}  // namespace

Program with_equal_threads(Program program, std::uint64_t seed) {
  constexpr std::size_t kMost = 4;
  std::mt19937_64 random(seed);
  auto& threads = program.threads;
  if (threads.size() < kMost && random() % 2 == 0) threads.push_back(threads.front());
  for (std::size_t i = 1; i < threads.size(); ++i)
    if (random() % 3 != 0) threads[i] = threads[random() % i];
  return program;
}

std::string wrong_exchange(const Program& program, checker::MemoryModel model, Compared& compared,
                           std::optional<unsigned> most_preemptions) {
  const litmus::Program searched = as_litmus(program);
  const auto exchangeable = equal_before(program);
  checker::ModelCode code = code_of(searched, Loops::declared);
  code.exchangeable_before = exchangeable.data();
  const auto orders = exchanges(program);
  const Found all = search(code, orders, model, false, most_preemptions);
  if (!all.result.ended_by_itself()) return "";
  return compare(program, model, all, search(code, orders, model, true, most_preemptions), compared);
}

std::string wrong_exchange_of_started(const Program& program, Acts acts, checker::MemoryModel model,
                                      Compared& compared) {
  const litmus::Program searched = as_litmus(program);
  std::vector<unsigned> runs(program.threads.size());
  for (std::size_t i = 1; i < runs.size(); ++i)
    runs[i] = static_cast<unsigned>(std::find(program.threads.begin() + 1, program.threads.end(), program.threads[i]) -
                                    program.threads.begin());
  const checker::ModelCode code = code_with_one_starter(searched, runs, acts);
  const auto orders = exchanges(program, 1);
  const Found all = search(code, orders, model, false);
  if (!all.result.ended_by_itself()) return "";
  const Found some = search(code, orders, model, true);
  if (!all.result.finding && acts == Acts::between_all) return compare(program, model, all, some, compared);
  // No violation is one of an exchanged execution.
  const auto counted = some.result.executions_in_all;
  if (counted == all.result.executions && some.result.violating == all.result.violating) return "";
  return print(program) + "\n" + std::string(checker::name_of(model)) + ": " + std::to_string(all.result.executions) +
         " executions, " + std::to_string(all.result.violating) + " violating; counted " + std::to_string(counted) +
         ", and " + std::to_string(some.result.violating);
}

std::string wrong_count_of_starters(const Program& program, std::uint32_t first, checker::MemoryModel model,
                                    Compared& compared) {
  const litmus::Program searched = as_litmus(program);
  const auto exchangeable = equal_before(program);
  checker::ModelCode code = code_that_starts_threads(searched, first);
  code.exchangeable_before = exchangeable.data();
  checker::Options options = options_for(model, Loops::declared);
  options.most_executions = kMostExecutions;
  const checker::Result all = checker::check(code, options);
  if (!all.ended_by_itself()) return "";
  options.symmetry = true;
  const checker::Result some = checker::check(code, options);
  ++compared.programs;
  compared.executions += all.executions;
  compared.up_to_symmetry += some.executions;
  if (some.executions_in_all == all.executions && some.finding.has_value() == all.finding.has_value()) return "";
  return print(program) + "\nthreads start at instruction " + std::to_string(first) + "\n" +
         std::string(checker::name_of(model)) + ": " + std::to_string(all.executions) + " executions; explored " +
         std::to_string(some.executions) + ", which count for " + std::to_string(some.executions_in_all);
}

}  // namespace vigil::conformance
