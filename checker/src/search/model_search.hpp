#pragma once

#include "deadline.hpp"
#include "runtime.hpp"
#include "search.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace vigil::checker {

// The search of a model in this process. A deadline also interrupts code of the model that does not end.
class ModelSearch {
 public:
  // Searches that share what becomes known of a model's mutexes are given the same `mutex_use`. `place`: where the
  // memory of executions lies; null if that does not matter.
  ModelSearch(const ModelCode& code, const Options& options, std::shared_ptr<MutexUse> mutex_use = nullptr,
              FixedPlace* place = nullptr)
      : options_(options),
        runtime_(code, options, std::move(mutex_use), place),
        search_(runtime_, code.thread_count, options) {
    if (!options.symmetry || code.exchangeable_before == nullptr) return;
    for (unsigned thread = 0; thread != code.thread_count; ++thread)
      search_.explorer().set_exchangeable(thread, code.exchangeable_before[thread]);
  }

  void run() {
    const DeadlineAlarm alarm(options_.deadline);
    search_.run();
  }
  void run_from(const Graph& graph, std::span<const Explorer::Branch> branches) {
    const DeadlineAlarm alarm(options_.deadline);
    search_.run_from(graph, branches);
  }
  // The first run of all. The graph is good until the next run; null if the run reached the deadline.
  [[nodiscard]] const Graph* first_run() {
    const DeadlineAlarm alarm(options_.deadline);
    const Ending& ending = search_.explorer().expand_root([](const Graph&, const Explorer::Branch&) {});
    return ending.stop == Stop::deadline ? nullptr : &search_.explorer().graph();
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
  [[nodiscard]] StartedThreads& started_threads() { return runtime_.replay().started_threads(); }

 private:
  const Options& options_;
  Runtime runtime_;
  Search search_;
};

}  // namespace vigil::checker
