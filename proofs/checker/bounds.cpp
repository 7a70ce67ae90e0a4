#include "bounds.hpp"

#include "oracle.hpp"
#include "runner.hpp"
#include "uses.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace vigil::conformance {
namespace {

// With waits as operations that wait. Loops around loads can be preempted between their iterations, which are no part
// of an execution.
constexpr auto kLoops = Loops::declared;

std::string wrong_set(const std::map<Execution, unsigned>& all, const Checked& checked, std::optional<unsigned> bound) {
  if (!checked.trouble.empty()) return checked.trouble;
  ExecutionSet due, found;
  for (const auto& [execution, preemptions] : all)
    if (!bound || preemptions <= *bound) due.executions.push_back(execution);
  found.executions = checked.found.executions;
  std::string wrong = difference(due, found, true);
  if (wrong.empty() && checked.beyond_preemptions == 0 && due.executions.size() != all.size())
    wrong = "it says that none has more\n";
  return wrong;
}

}  // namespace

std::string wrong_bound(const litmus::Program& program, checker::MemoryModel model, std::size_t most_graphs,
                        ComparedBounds& compared) {
  using Kind = litmus::Instruction::Kind;
  if (uses(Kind::carrying_add, program) || uses(Kind::await_lock, program)) return "";
  bool cut_short = false;
  const auto all = preemptions_of_each(program, model, most_graphs, cut_short);
  if (cut_short) return "";
  ++compared.programs;
  compared.executions += all.size();
  std::vector<std::optional<unsigned>> bounds{std::nullopt};
  for (unsigned bound = 0; bound != 5; ++bound) bounds.emplace_back(bound);
  for (const auto& [execution, preemptions] : all)
    compared.most_preemptions = std::max<std::uint64_t>(compared.most_preemptions, preemptions);
  for (const auto bound : bounds) {
    const Checked checked = check(program, model, kLoops, 10'000 + 100 * all.size(), bound);
    const std::string wrong = wrong_set(all, checked, bound);
    if (!wrong.empty())
      return program.name + "\n" + std::string(checker::name_of(model)) + ", at most " +
             (bound ? std::to_string(*bound) : "any number of") + " preemptions:\n" + wrong;
  }
  return "";
}

}  // namespace vigil::conformance
