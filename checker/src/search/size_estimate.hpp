#pragma once

#include "explorer.hpp"

#include <vigil/checker/check.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::checker {

// How large a search is, from a small part of it.
//
// The branches that lead to runs are a tree. A probe goes down all its levels. It sorts the branches of a level by how
// they look, and deals those that look alike to a few groups in turn. Of each group it follows one branch, drawn at
// random, in the place of all. The mean of all probes is the true number, whatever looks alike, and however large the
// groups are. The more alike the trees below such branches are, and the more groups there are, the closer one probe
// comes to it.
//
// Sources: P. C. Chen: Heuristic Sampling: A Method for Predicting the Performance of Tree Search Programs, SIAM
// Journal on Computing 21, 1992; R. Rubinstein: Stochastic Enumeration Method for Counting NP-Hard Problems, 2013.
class SizeEstimate {
 public:
  // The explorer must outlive it. `go_on` is asked after each run.
  SizeEstimate(Explorer& explorer, std::uint64_t seed, std::function<bool(const Ending&)> go_on)
      : explorer_(explorer), random_(seed), go_on_(std::move(go_on)) {}

  // By larger and larger probes, for about so many runs. Nothing if that was too few for one, or if it was told to
  // stop.
  [[nodiscard]] std::optional<Estimate> within(std::uint64_t most_runs);

 private:
  // How a branch looks: from how many events it begins; closer, its kind; closer, which read, place or value it is
  // about; most closely, how many events each thread has.
  using Look = std::tuple<std::uint64_t, unsigned, unsigned>;
  // A branch, in the place of so many.
  struct Followed {
    double weight = 0;
    std::optional<Graph> graph;
    Explorer::Branch branch;
  };
  struct Groups {
    std::size_t next = 0;
    std::vector<Followed> followed;
  };
  using Level = std::map<Look, Groups>;

  static constexpr unsigned kClosest = 3;

  // Nothing if it takes more runs.
  [[nodiscard]] std::optional<Estimate> probe(std::size_t groups, std::uint64_t most_runs);
  void add(Level& level, std::size_t groups, double weight, const Graph& graph, const Explorer::Branch& branch);
  [[nodiscard]] Look look_of(const Graph& graph, const Explorer::Branch& branch) const;

  Explorer& explorer_;
  std::mt19937_64 random_;
  std::function<bool(const Ending&)> go_on_;
  std::uint64_t runs_ = 0;
  std::uint64_t runs_of_probe_ = 0;
  double runs_in_all_ = 0;  // by the last probe, with those that a bound leaves out
  unsigned closeness_ = 0;
};

}  // namespace vigil::checker
