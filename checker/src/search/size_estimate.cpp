#include "size_estimate.hpp"

#include "faults.hpp"

#include <algorithm>

namespace vigil::checker {

std::optional<Estimate> SizeEstimate::within(std::uint64_t most_runs) {
  constexpr std::uint64_t kFewestRuns = 1'000;
  constexpr std::uint64_t kTimes = 2;
  // Which runs are beyond a bound does not show in how branches look.
  constexpr double kTimesIfBounded = 20;
  Estimate sum;
  double weights = 0;
  // Whether another probe is worth while and fits, if it takes about as many runs as all before.
  const auto add = [&](const std::optional<Estimate>& found) {
    if (!found) return false;
    // A probe of more runs counts for more.
    const auto weight = static_cast<double>(runs_of_probe_);
    sum.executions += weight * found->executions;
    sum.blocked += weight * found->blocked;
    weights += weight;
    const bool is_small = runs_in_all_ * (explorer_.is_bounded() ? kTimesIfBounded : 1) < static_cast<double>(runs_);
    return !is_small && runs_ * kTimes <= most_runs;
  };
  const auto half_of_the_rest = [&] { return (most_runs - runs_) / kTimes; };
  closeness_ = 0;
  bool goes_on = add(probe(1, std::max(most_runs, kFewestRuns)));
  // Closely, branches may look so different that a probe follows almost all. Then they are looked at less closely.
  for (unsigned closer = 1; goes_on && closer <= kClosest; ++closer) {
    closeness_ = closer;
    const auto found = probe(1, half_of_the_rest());
    if (found) {
      goes_on = add(found);
      continue;
    }
    closeness_ = closer - 1;
    goes_on = runs_ * kTimes <= most_runs;
    break;
  }
  for (std::size_t groups = kTimes; goes_on; groups *= kTimes) goes_on = add(probe(groups, most_runs));
  if (weights == 0) return std::nullopt;
  return Estimate{sum.executions / weights, sum.blocked / weights};
}

std::optional<Estimate> SizeEstimate::probe(std::size_t groups, std::uint64_t most_runs) {
  Estimate estimate;
  Level level;
  const auto into = [&](Level& to, double weight) {
    return [this, &to, groups, weight](const Graph& graph, const Explorer::Branch& branch) {
      add(to, groups, weight, graph, branch);
    };
  };
  // Whether the probe goes on.
  const auto add_run = [&](const Ending& ending, double weight) {
    ++runs_of_probe_;
    ++runs_;
    runs_in_all_ += weight;
    if (explorer_.is_within_bound()) (ending.is_whole ? estimate.executions : estimate.blocked) += weight;
    return runs_of_probe_ < most_runs && go_on_(ending);
  };
  runs_of_probe_ = 0;
  runs_in_all_ = 0;
  if (!add_run(explorer_.expand_root(into(level, 1)), 1)) return std::nullopt;
  while (!level.empty()) {
    Level below;
    for (const auto& [look, alike] : level) {
      for (const Followed& one : alike.followed) {
        const Ending* const ending = explorer_.expand(*one.graph, one.branch, into(below, one.weight));
        if (ending != nullptr && !add_run(*ending, one.weight)) return std::nullopt;
      }
    }
    level = std::move(below);
  }
  return estimate;
}

void SizeEstimate::add(Level& level, std::size_t groups, double weight, const Graph& graph,
                       const Explorer::Branch& branch) {
  Groups& alike = level[look_of(graph, branch)];
  const std::size_t turn = alike.next++ % groups;
  if (turn == alike.followed.size()) alike.followed.emplace_back();
  Followed& one = alike.followed[turn];
  one.weight += weight;
  const double share = std::uniform_real_distribution<double>(0, one.weight)(random_);
  if (one.graph && (faults.probes_follow_the_first || share >= weight)) return;
  one.graph = graph;
  one.branch = branch;
}

SizeEstimate::Look SizeEstimate::look_of(const Graph& graph, const Explorer::Branch& branch) const {
  constexpr unsigned kVariants = 256;
  using Kind = Explorer::Branch::Kind;
  Look look{branch.keep, 0, 0};
  auto& [sizes, kind, about] = look;
  if (closeness_ >= 1) kind = 1 + static_cast<unsigned>(branch.kind);
  if (closeness_ >= 2) {
    about = branch.place;
    if (branch.kind == Kind::read) about = graph.place(branch.source);
    if (branch.kind == Kind::revisit || branch.kind == Kind::rmw_revisit) about = graph[branch.target].position;
    about = about * kVariants + branch.variant;
  }
  if (closeness_ >= kClosest)
    for (unsigned thread = 0; thread != graph.threads(); ++thread)
      sizes = sizes * EventId::kMostEvents + graph.size(thread);
  return look;
}

}  // namespace vigil::checker
