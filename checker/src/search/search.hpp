#pragma once

#include "explorer.hpp"
#include "memory_model.hpp"
#include "runner.hpp"

#include <vigil/checker/check.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace vigil::checker {

// One search of one program in this process: counts what the explorer's runs come to, and knows when to stop.
class Search {
 public:
  // The runner and the options must outlive it. `threads`: how many the program begins with.
  Search(Runner& runner, unsigned threads, const Options& options);

  // Everything, from the beginning.
  void run();
  // What lies below branches of a graph.
  void run_from(const Graph& graph, std::span<const Explorer::Branch> branches);
  // How large the search is, by about so many runs, apart from those of a search that goes on. Nothing if `go_on`,
  // which is asked now and then, or the deadline ends it too early.
  [[nodiscard]] std::optional<Estimate> estimate(std::uint64_t most_runs, std::uint64_t seed,
                                                 const std::function<bool()>& go_on);
  // The same for progress: once the search has taken long, and again with more time when it has taken much longer.
  void expect_if_long(const std::function<bool()>& go_on);
  // The share of the search that so many runs are; 0 if nobody knows, or if there are far more runs than estimated.
  [[nodiscard]] double share_done(std::uint64_t runs) const;

  [[nodiscard]] const Result& result() const { return result_; }
  // The counts begin anew.
  [[nodiscard]] Result take_result() { return std::exchange(result_, {}); }
  [[nodiscard]] Explorer& explorer() { return explorer_; }
  // Asked after each run; false ends the search.
  void set_between_runs(std::function<bool()> between_runs) { between_runs_ = std::move(between_runs); }
  // Called with each violation; only of use with `count_violations`.
  void set_on_finding(std::function<void(const Finding&)> on_finding) { on_finding_ = std::move(on_finding); }

 private:
  [[nodiscard]] bool after_run(const Ending& ending);
  void refuse_asymmetry() const;
  [[nodiscard]] bool takes_too_much_for_granted(const Graph& graph, const Ending& ending) const;
  void count(const Ending& ending);
  void count_left_out();
  [[nodiscard]] bool may_go_on();
  // False if the caller of the search wants no more.
  [[nodiscard]] bool report();
  [[nodiscard]] bool is_late() const;
  [[nodiscard]] std::string choices();
  void observe(const Graph& graph, bool blocked) const;

  const Options& options_;
  std::unique_ptr<ConsistencyModel> model_;
  Runner& runner_;
  unsigned own_threads_;
  Explorer explorer_;
  std::optional<PreemptionBound> bound_;
  Result result_;
  std::function<bool()> between_runs_;
  std::function<void(const Finding&)> on_finding_;
  std::uint64_t runs_ = 0;
  std::uint64_t runs_beyond_ = 0;  // with more preemptions than the bound
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::duration<double> next_estimate_{0.2};  // after the begin
  double expected_runs_ = 0;
};

}  // namespace vigil::checker
