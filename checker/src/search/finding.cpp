#include "finding.hpp"

#include "model_search.hpp"
#include "trace_order.hpp"
#include "walk.hpp"

#include <vigil/checker/trace.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::checker {
namespace {

// The events of the graph in the order of the steps; an event without a step stands right before the next that has one.
std::vector<EventId> events_of(const Graph& graph, const RecordedExecution& execution, const TraceOrder& order) {
  std::vector<EventId> events;
  View done;
  const auto go_on = [&](unsigned thread, unsigned end) {
    for (unsigned index = done.count(thread); index < end; ++index) events.emplace_back(thread, index);
    done.raise(thread, end);
  };
  for (const StepName& name : order.steps) {
    const auto thread = static_cast<unsigned>(name.thread);
    const TraceStep& step = execution.threads[thread][name.index];
    if (step.is_event) go_on(thread, step.event + 1);
  }
  for (unsigned thread = 0; thread != graph.threads(); ++thread) go_on(thread, graph.size(thread));
  return events;
}

// What a reader has to bear.
auto length_of(const RecordedExecution& execution) {
  const Trace trace = linearise(execution);
  return std::tuple(!trace.violation.has_value(), trace.stale_reads, trace.context_switches, trace.steps.size());
}

unsigned longest_thread(const RecordedExecution& execution) {
  std::size_t longest = 0;
  for (const auto& steps : execution.threads) longest = std::max(longest, steps.size());
  return static_cast<unsigned>(longest);
}

}  // namespace

Finding in_trace_order(const ModelCode& code, const Options& options, Finding finding) {
  Walk walk(code, options);
  walk.follow(finding.choices);
  const RecordedExecution execution = walk.recorded();
  const auto events = events_of(walk.graph(), execution, order_of(execution, kMostTraceStates));
  finding.choices =
      write_choices(choices_of(walk.graph(), code.thread_count, events, *make_model(options.memory_model)));
  return finding;
}

Finding shortest(const ModelCode& code, const Options& options, const Finding& first, std::uint64_t executions) {
  constexpr std::size_t kMostTraces = 500;
  const RecordedExecution execution = replay(code, options, first.choices);
  Options counting = options;
  // A thread that does twice as much, perhaps in a loop that does not end, makes no shorter trace.
  counting.most_events = std::min(options.most_events, std::max(1U, 2 * longest_thread(execution)));
  counting.count_violations = true;
  counting.most_executions = executions;
  counting.jobs = 1;
  std::vector<Finding> found;
  {
    // Not exchanged, because each violation is to be one.
    ModelSearch search(code, counting, std::make_shared<Assumptions>(false));
    search.search().set_on_finding([&](const Finding& each) {
      if (each.violation == first.violation && found.size() != kMostTraces) found.push_back(each);
    });
    search.run();
  }
  Finding best = first;
  auto length = length_of(execution);
  for (const Finding& each : found)
    if (const auto other = length_of(replay(code, options, each.choices)); other < length) {
      best = each;
      length = other;
    }
  return in_trace_order(code, options, best);
}

}  // namespace vigil::checker
