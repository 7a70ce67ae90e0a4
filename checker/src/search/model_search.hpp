#pragma once

#include "deadline.hpp"
#include "runtime.hpp"
#include "search.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace vigil::checker {

// The search of a model in this process. A deadline also interrupts code of the model that does not end.
class ModelSearch {
 public:
  // Searches that share what becomes known of a model's mutexes are given the same `mutex_use`.
  ModelSearch(const ModelCode& code, const Options& options, std::shared_ptr<MutexUse> mutex_use = nullptr)
      : options_(options),
        runtime_(code, options, std::move(mutex_use)),
        search_(runtime_, code.thread_count, options) {
    if (!options.symmetry || code.exchangeable_before == nullptr) return;
    for (unsigned thread = 0; thread != code.thread_count; ++thread)
      search_.explorer().set_exchangeable(thread, code.exchangeable_before[thread]);
  }

  void run() {
    const DeadlineAlarm alarm(options_.deadline);
    search_.run();
  }
  void run_from(const Graph& graph, const Explorer::Branch& branch) {
    const DeadlineAlarm alarm(options_.deadline);
    search_.run_from(graph, branch);
  }
  [[nodiscard]] std::optional<Estimate> estimate(std::uint64_t most_runs, std::uint64_t seed,
                                                 bool past_violations = true) {
    const DeadlineAlarm alarm(options_.deadline);
    return search_.estimate(most_runs, seed, past_violations);
  }
  // For progress, at a small part of what a search that takes long costs.
  void expect() {
    constexpr std::uint64_t kFewRuns = 5'000;
    constexpr std::uint64_t kManyRuns = 100'000;
    constexpr double kLong = 20.0 * kManyRuns;
    const auto of = [this](std::uint64_t runs) { return estimate(runs, 1, options_.count_violations); };
    auto found = of(kFewRuns);
    if (found && found->executions + found->blocked >= kLong) found = of(kManyRuns);
    if (found) search_.expect(*found);
  }
  // For everything that runs no code of the model.
  [[nodiscard]] Search& search() { return search_; }

 private:
  const Options& options_;
  Runtime runtime_;
  Search search_;
};

}  // namespace vigil::checker
