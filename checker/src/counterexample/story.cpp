#include <vigil/checker/story.hpp>

#include "story_order.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace vigil::checker {
namespace {

StoryObject::Kind kind_of(const StoryStep& step) {
  switch (step.action) {
    case Action::read:
    case Action::write:
      return StoryObject::Kind::variable;
    case Action::lock:
    case Action::failed_try_lock:
    case Action::unlock:
      return StoryObject::Kind::mutex;
    case Action::wait:
    case Action::woken:
    case Action::spuriously_woken:
    case Action::notify_one:
    case Action::notify_all:
      return StoryObject::Kind::queue;
    case Action::allocate:
    case Action::deallocate:
      return StoryObject::Kind::memory;
    default:
      return StoryObject::Kind::atomic;
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

bool has_modification_order(StoryObject::Kind kind) {
  return kind != StoryObject::Kind::variable && kind != StoryObject::Kind::memory;
}

bool changes_without_order(Action action) {
  return action == Action::write || action == Action::allocate || action == Action::deallocate;
}

class Telling {
 public:
  explicit Telling(const ToldExecution& execution) : execution_(execution) {
    story_.threads = static_cast<unsigned>(execution.threads.size());
    story_.violation = execution.violation;
    story_.what = execution.what;
  }

  Story tell(const StoryOrder& order) {
    story_.minimal = order.minimal;
    for (const auto& step : execution_.setup) {
      story_.setup.push_back(begin(StepName::kSetup, 0, step));
      complete(story_.setup.back());
    }
    int last = StepName::kSetup;
    for (const auto& name : order.steps) {
      add(name, execution_.threads[static_cast<unsigned>(name.thread)][name.index]);
      if (last != StepName::kSetup && last != name.thread) ++story_.switches;
      last = name.thread;
    }
    for (unsigned i = 0; i != execution_.finish.size(); ++i) add({StepName::kFinish, i}, execution_.finish[i]);
    for (auto& object : story_.objects)
      std::stable_sort(object.writes.begin(), object.writes.end(),
                       [](const auto& a, const auto& b) { return a.place < b.place; });
    if (execution_.violating) {
      story_.violating_thread = execution_.violating->thread;
      if (const auto at = numbers_.find(*execution_.violating); at != numbers_.end()) story_.violating = at->second;
    }
    return std::move(story_);
  }

 private:
  TimedStep begin(int thread, unsigned number, const StoryStep& step) {
    TimedStep timed;
    timed.number = number;
    timed.thread = thread;
    timed.step = step;
    if (!step.object.empty()) timed.object = object_of(step);
    timed.reads = reads_object(step);
    return timed;
  }

  void add(StepName name, const StoryStep& step) {
    const auto number = static_cast<unsigned>(story_.steps.size()) + 1;
    numbers_[name] = number;
    story_.steps.push_back(begin(name.thread, number, step));
    complete(story_.steps.back());
    if (story_.steps.back().stale || story_.steps.back().late) ++story_.stale_steps;
  }

  unsigned object_of(const StoryStep& step) {
    const auto [at, is_new] = objects_.try_emplace(modified_object(step), static_cast<unsigned>(story_.objects.size()));
    if (is_new) story_.objects.push_back({step.object, kind_of(step), "", {}});
    return at->second;
  }

  // All that depends on the steps before it.
  void complete(TimedStep& timed) {
    if (!timed.object) return;
    const auto& step = timed.step;
    auto& object = story_.objects[*timed.object];
    if (timed.reads && step.source)
      if (const auto at = numbers_.find(*step.source); at != numbers_.end()) timed.from = at->second;
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

  static void learn_initial_value(const TimedStep& timed, StoryObject& object) {
    const auto& step = timed.step;
    if (object.kind == StoryObject::Kind::mutex) object.initial = "free";
    if (object.kind != StoryObject::Kind::atomic) return;
    if (timed.thread == StepName::kSetup && step.place == 0 && !step.written.empty()) object.initial = step.written;
    if (timed.reads && step.source_place == 0 && !step.read.empty()) object.initial = step.read;
  }

  const ToldExecution& execution_;
  Story story_;
  std::map<std::string, unsigned> objects_;
  std::map<StepName, unsigned> numbers_;
};

}  // namespace

Story linearise(const ToldExecution& execution, std::size_t most_states) {
  return Telling(execution).tell(order_of(execution, most_states));
}

}  // namespace vigil::checker
