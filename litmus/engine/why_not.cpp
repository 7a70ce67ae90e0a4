#include "why_not.hpp"

#include "candidates.hpp"
#include "cycle_words.hpp"

#include <utility>

namespace vigil::litmus {
namespace {

using axioms::Axiom;
using axioms::Candidate;
using checker::MemoryModel;

// The shortest cycle of a candidate is searched for in so many of those that break the same axiom.
constexpr unsigned kMostCompared = 64;

bool has_thin_air(const Candidate& candidate) { return !(candidate.program_order | candidate.reads_from).is_acyclic(); }

class Explanation {
 public:
  Explanation(const Test& test, const checker::Options& options) : test_(test), options_(options) {}

  WhyNot run() {
    if (!test_.condition) {
      found_.nothing = "The test asks nothing.";
      return std::move(found_);
    }
    if (auto reason = why_not_guessed(test_.program)) {
      found_.nothing = std::move(*reason);
      return std::move(found_);
    }
    found_.complete =
        for_each_candidate(test_, options_, [this](const CandidateExecution& candidate) { look_at(candidate); });
    if (found_.candidates == 0)
      found_.nothing = found_.complete
                           ? "No choice of what each load reads ends so: no thread writes the values that it takes."
                           : "The threads have too many ways to run.";
    if (cycle_) found_.shown = explained(test_.program, best_, *cycle_, options_.memory_model);
    return std::move(found_);
  }

 private:
  void look_at(const CandidateExecution& execution) {
    ++found_.candidates;
    const Candidate candidate = execution.graph.candidate();
    const auto broken = broken_axiom(candidate, options_.memory_model);
    if (!broken) {
      ++(has_thin_air(candidate) ? found_.buffered : found_.allowed);
      return;
    }
    const auto count = ++found_.broken[*broken];
    const bool breaks_a_later_one = cycle_ && *broken > cycle_->axiom;
    if (cycle_ && !breaks_a_later_one && (*broken < cycle_->axiom || count > kMostCompared)) return;
    auto cycle = shortest_cycle(candidate, options_.memory_model);
    if (cycle_ && !breaks_a_later_one && cycle->arrows.size() >= cycle_->arrows.size()) return;
    cycle_ = std::move(cycle);
    best_.graph = execution.graph;
    best_.steps.clear();
    for (const GuessedRun::Step* step : execution.steps) best_.steps.push_back(*step);
  }

  const Test& test_;
  const checker::Options& options_;
  WhyNot found_;
  ForbiddenExecution best_;
  std::optional<axioms::Cycle> cycle_;  // in it
};

}  // namespace

WhyNot why_not(const Test& test, const checker::Options& options) { return Explanation(test, options).run(); }

}  // namespace vigil::litmus
