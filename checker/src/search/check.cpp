#include <vigil/checker/check.hpp>
#include <vigil/checker/frontier.hpp>

#include "deadline.hpp"
#include "finding.hpp"
#include "model_search.hpp"
#include "walk.hpp"
#include "worker_processes.hpp"

#include <chrono>
#include <stdexcept>

namespace vigil::checker {

namespace {

Result search_alone(const ModelCode& code, const Options& options) {
  ModelSearch search(code, options);
  search.run();
  return search.search().result();
}

// A thread that was stopped at the bound could have done anything after it.
void admit_bound(Result& result, const Options& options) {
  if (result.bounded == 0 || !result.complete()) return;
  result.stop = Stop::limit;
  result.limit = "bounded: in " + std::to_string(result.bounded) + " more executions a thread was stopped after " +
                 std::to_string(options.most_events) +
                 " operations, in a loop that does not end or that was not recognised as a wait; --operations, or "
                 "Options::most_events, sets the bound";
}

// Others may violate what these do not.
void admit_bound_on_preemptions(Result& result, const Options& options) {
  if (result.beyond_preemptions == 0 || !result.complete()) return;
  const bool is_empty = result.executions == 0 && !result.finding;
  const auto most = std::to_string(*options.most_preemptions);
  result.stop = is_empty ? Stop::limit : Stop::preemptions;
  result.limit =
      is_empty ? "no execution that ends has at most " + most +
                     " preemptions; --preemptions, or Options::most_preemptions, sets the bound"
               : "those with more than " + most + (most == "1" ? " preemption" : " preemptions") + " were not explored";
}

}  // namespace

// Where no execution comes to its end, nothing was checked.
void admit_emptiness(Result& result) {
  if (!result.complete() || result.finding || result.executions != 0) return;
  result.stop = Stop::limit;
  result.limit = "in all " + std::to_string(result.blocked) +
                 " executions a thread was stopped: by an assumption that does not hold, or by a wait whose time limit "
                 "would have to come more often than Options::timeouts says";
}

Result check(const ModelCode& code, const Options& options) {
  if (options.jobs == 0) throw std::invalid_argument("a search has at least one process");
  Result result = options.jobs == 1 ? search_alone(code, options) : check_in_processes(code, options);
  conclude(result, code, options);
  return result;
}

void conclude(Result& result, const ModelCode& code, const Options& options) {
  admit_bound(result, options);
  admit_bound_on_preemptions(result, options);
  admit_emptiness(result);
  if (result.finding) result.finding = in_trace_order(code, options, *result.finding);
}

Estimate estimate(const ModelCode& code, const Options& options, std::uint64_t most_runs, std::uint64_t seed) {
  return ModelSearch(code, options).estimate(most_runs, seed).value_or(Estimate());
}

RecordedExecution replay(const ModelCode& code, const Options& options, std::string_view choices) {
  // Choices of another version of the model may lead into code that loops without an operation. A deadline of the
  // search that found them has perhaps passed by now.
  constexpr std::chrono::seconds kLongest{10};
  const DeadlineAlarm alarm(kLongest);
  if (code.hosted != nullptr) {
    // What races is known after the first walk; the second one shows it.
    Walk first(code, options);
    first.follow(choices);
  }
  Walk walk(code, options);
  walk.follow(choices);
  return walk.recorded();
}

}  // namespace vigil::checker
