#include <vigil/checker/trace.hpp>

#include "trace_order.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace vigil::checker {
namespace {

TraceObject::Kind kind_of(const TraceStep& step) {
  switch (step.action) {
    case Action::read:
    case Action::write:
      return TraceObject::Kind::variable;
    case Action::lock:
    case Action::failed_try_lock:
    case Action::unlock:
      return TraceObject::Kind::mutex;
    case Action::wait:
    case Action::woken:
    case Action::spuriously_woken:
    case Action::timed_out:
    case Action::notify_one:
    case Action::notify_all:
      return TraceObject::Kind::queue;
    case Action::allocate:
    case Action::deallocate:
      return TraceObject::Kind::memory;
    default:
      return TraceObject::Kind::atomic;
  }
}

// What a step leaves its object with, in words that need no knowledge of how the checker represents it.
std::string left_with(const TimedStep& timed) {
  const auto& step = timed.step;
  const auto thread = "thread " + std::to_string(timed.thread);
  switch (step.action) {
    case Action::lock:
      return "held by " + thread;
    case Action::unlock:
      return "free";
    case Action::allocate:
      return "allocated";
    case Action::deallocate:
      return "freed";
    case Action::wait:
      return thread + " waits";
    case Action::notify_one:
      return "one notified";
    case Action::notify_all:
      return "all notified";
    default:
      return step.written;
  }
}

bool has_modification_order(TraceObject::Kind kind) {
  return kind != TraceObject::Kind::variable && kind != TraceObject::Kind::memory;
}

bool changes_without_order(Action action) {
  return action == Action::write || action == Action::allocate || action == Action::deallocate;
}

class TraceBuilder {
 public:
  explicit TraceBuilder(const RecordedExecution& execution) : execution_(execution) {
    trace_.threads = static_cast<unsigned>(execution.threads.size());
    trace_.thread_names = execution.thread_names;
    trace_.violation = execution.violation;
    trace_.what = execution.what;
  }

  Trace build(const TraceOrder& order) {
    trace_.minimal = order.minimal;
    for (const auto& step : execution_.setup) {
      trace_.setup.push_back(begin(StepName::kSetup, 0, step));
      complete(trace_.setup.back());
    }
    int last = StepName::kSetup;
    for (const auto& name : order.steps) {
      add(name, execution_.threads[static_cast<unsigned>(name.thread)][name.index]);
      if (last != StepName::kSetup && last != name.thread) ++trace_.context_switches;
      last = name.thread;
    }
    for (unsigned i = 0; i != execution_.finish.size(); ++i) add({StepName::kFinish, i}, execution_.finish[i]);
    for (auto& object : trace_.objects)
      std::stable_sort(object.writes.begin(), object.writes.end(),
                       [](const auto& a, const auto& b) { return a.place < b.place; });
    trace_.violation_place = execution_.violation_place;
    if (execution_.violating) {
      trace_.violating_thread = execution_.violating->thread;
      if (const auto at = numbers_.find(*execution_.violating); at != numbers_.end()) trace_.violating = at->second;
    }
    return std::move(trace_);
  }

 private:
  TimedStep begin(int thread, unsigned number, const TraceStep& step) {
    TimedStep timed;
    timed.number = number;
    timed.thread = thread;
    timed.step = step;
    if (!step.object.empty()) timed.object = object_of(step);
    timed.reads = reads_object(step);
    return timed;
  }

  void add(StepName name, const TraceStep& step) {
    const auto number = static_cast<unsigned>(trace_.steps.size()) + 1;
    numbers_[name] = number;
    trace_.steps.push_back(begin(name.thread, number, step));
    complete(trace_.steps.back());
    if (trace_.steps.back().stale || trace_.steps.back().late) ++trace_.stale_reads;
  }

  unsigned object_of(const TraceStep& step) {
    const auto [at, is_new] = objects_.try_emplace(modified_object(step), static_cast<unsigned>(trace_.objects.size()));
    if (is_new) trace_.objects.push_back({step.object, kind_of(step), "", {}});
    return at->second;
  }

  // Nothing runs beside the finish: it reads the newest value, and what it writes comes last.
  static void place_at_the_end(TimedStep& timed, const TraceObject& object) {
    auto& step = timed.step;
    if (!has_modification_order(object.kind) || step.source) return;
    TraceObject::Write newest;
    for (const auto& write : object.writes)
      if (write.place > newest.place) newest = write;
    if (timed.reads) {
      step.source_place = newest.place;
      timed.from = newest.step;
    }
    if (object.kind == TraceObject::Kind::atomic && !step.written.empty()) step.place = newest.place + 1;
  }

  // All that depends on the steps before it.
  void complete(TimedStep& timed) {
    if (!timed.object) return;
    const auto& step = timed.step;
    auto& object = trace_.objects[*timed.object];
    if (timed.reads && step.source)
      if (const auto at = numbers_.find(*step.source); at != numbers_.end()) timed.from = at->second;
    if (timed.thread == StepName::kFinish) place_at_the_end(timed, object);
    if (timed.reads || step.place != 0) {
      const unsigned limit = timed.reads ? step.source_place : step.place;
      const auto overwriting = std::find_if(object.writes.begin(), object.writes.end(),
                                            [limit](const auto& write) { return write.place > limit; });
      if (overwriting != object.writes.end()) {
        (timed.reads ? timed.stale : timed.late) = true;
        timed.overwritten_by = overwriting->step;
      }
    }
    if (has_modification_order(object.kind)) {
      if (step.place != 0) object.writes.push_back({timed.number, step.place, left_with(timed)});
      learn_initial_value(timed, object);
    } else if (changes_without_order(step.action)) {
      object.writes.push_back({timed.number, static_cast<unsigned>(object.writes.size()) + 1, left_with(timed)});
    }
  }

  static void learn_initial_value(const TimedStep& timed, TraceObject& object) {
    const auto& step = timed.step;
    if (object.kind == TraceObject::Kind::mutex) object.initial = "free";
    if (object.kind != TraceObject::Kind::atomic) return;
    if (timed.thread == StepName::kSetup && step.place == 0 && !step.written.empty()) object.initial = step.written;
    if (timed.reads && step.source_place == 0 && !step.read.empty()) object.initial = step.read;
  }

  const RecordedExecution& execution_;
  Trace trace_;
  std::map<std::string, unsigned> objects_;
  std::map<StepName, unsigned> numbers_;
};

}  // namespace

Trace linearise(const RecordedExecution& execution, std::size_t most_states) {
  return TraceBuilder(execution).build(order_of(execution, most_states));
}

}  // namespace vigil::checker
