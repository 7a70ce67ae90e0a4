#pragma once

#include "deadline.hpp"
#include "runtime.hpp"
#include "search.hpp"

#include <cstdint>
#include <functional>
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
  // What is known of mutexes may change meanwhile: then all begins again.
  [[nodiscard]] std::optional<Estimate> estimate(std::uint64_t most_runs, std::uint64_t seed) {
    const DeadlineAlarm alarm(options_.deadline);
    for (;;) {
      const auto found = search_.estimate(most_runs, seed, [] { return true; });
      if (!runtime_.is_contradicted()) return found;
      runtime_.begin_again();
    }
  }
  void expect_if_long(const std::function<bool()>& go_on) {
    const DeadlineAlarm alarm(options_.deadline);
    search_.expect_if_long(go_on);
  }
  // For everything that runs no code of the model.
  [[nodiscard]] Search& search() { return search_; }

 private:
  const Options& options_;
  Runtime runtime_;
  Search search_;
};

}  // namespace vigil::checker
