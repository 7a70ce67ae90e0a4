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

// Of a search that begins.
[[nodiscard]] inline std::shared_ptr<Assumptions> assumptions_of(const Options& options) {
  return std::make_shared<Assumptions>(options.symmetry);
}

// The search of a model in this process. A deadline also interrupts code of the model that does not end.
class ModelSearch {
 public:
  ModelSearch(const ModelCode& code, const Options& options) : ModelSearch(code, options, assumptions_of(options)) {}
  // Searches that share what they take for granted of a model are given the same assumptions. `place`: where the
  // memory of executions lies; null if that does not matter.
  ModelSearch(const ModelCode& code, const Options& options, std::shared_ptr<Assumptions> assumptions,
              FixedPlace* place = nullptr)
      : options_(options),
        runtime_(code, options, std::move(assumptions), place),
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
  // What is known of the model may change meanwhile: then all begins again.
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
