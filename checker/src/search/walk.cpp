#include "walk.hpp"

#include <stdexcept>
#include <utility>

namespace vigil::checker {

Walk::Walk(const ModelCode& code, const Options& options)
    : model_(make_model(options.memory_model)),
      graph_(code.thread_count),
      editor_(graph_, *model_),
      runtime_(code, options, std::make_shared<Assumptions>(false)),
      own_threads_(code.thread_count),
      starts_(code.thread_count) {}

void Walk::begin(bool records) {
  graph_.clear();
  graph_.set_threads(own_threads_);
  starts_.clear();
  choices_.clear();
  recorder_ = records ? runtime_.make_recorder() : nullptr;
  runtime_.begin(graph_, recorder_.get());
}

std::vector<Placement> Walk::placements_of(unsigned thread, EventId& id) {
  const Request* const request = follows_ ? runtime_.replay().asked(thread) : runtime_.replay().pending(thread);
  if (request == nullptr) return {};
  id = editor_.append(thread, *request, runtime_.replay().cause(thread));
  if (is_store(request->operation)) graph_[id].writes = false;
  return placements(editor_, id);
}

void Walk::forget(EventId id) {
  if (id.is_event()) graph_.cut(graph_[id].position);
}

bool Walk::may_simply_go_on(unsigned thread) {
  const Request* const request = runtime_.replay().pending(thread);
  if (request == nullptr) return false;
  const EventId id = editor_.append(thread, *request, runtime_.replay().cause(thread));
  if (graph_[id].reads) editor_.settle(id, graph_.newest(request->location), 0);
  if (is_store(request->operation)) graph_[id].writes = false;
  const bool waits = graph_[id].waits;
  graph_[id].writes = false;
  forget(id);
  return !waits;
}

std::size_t Walk::ways(unsigned thread) {
  EventId id;
  const auto count = placements_of(thread, id).size();
  forget(id);
  return count;
}

std::vector<unsigned> Walk::ready() {
  std::vector<unsigned> threads;
  if (runtime_.replay().has_ended()) return threads;
  for (unsigned thread = 0; thread != graph_.threads(); ++thread)
    if (ways(thread) != 0) threads.push_back(thread);
  return threads;
}

void Walk::step(const Choice& choice) {
  EventId id;
  if (runtime_.replay().has_ended() || choice.thread >= graph_.threads())
    throw std::invalid_argument("no such thread goes on");
  const auto all = placements_of(choice.thread, id);
  if (choice.placement >= all.size()) {
    forget(id);
    throw std::invalid_argument("these choices do not fit the model");
  }
  place(editor_, id, all[choice.placement]);
  choices_.push_back({starts_.name_of(choice.thread), choice.placement});
  starts_.follow(graph_[id].request);
  runtime_.replay().step(choice.thread);
}

// The event that the thread never gets past: it reads the newest value, and waits.
void Walk::wait_in_vain(unsigned thread) {
  const Request* const request = runtime_.replay().waits_for(thread);
  if (request == nullptr) return;
  const EventId id = editor_.append(thread, *request, runtime_.replay().cause(thread));
  if (reads_location(request->operation)) editor_.settle(id, graph_.newest(request->location), 0);
  runtime_.replay().wait_in_vain(thread);
}

void Walk::follow(std::string_view choices) {
  follows_ = true;
  do {
    begin(true);
    for (const Choice& choice : read_choices(choices)) {
      if (has_ended()) break;
      step({starts_.thread_named(choice.thread), choice.placement});
    }
  } while (begins_again());
  follows_ = false;
  spin_on();
  const Ending& ending = finish();
  if (ending.kind == Ending::Kind::cut_off && ending.stop == Stop::deadline)
    throw std::invalid_argument("these choices lead into an execution that does not end");
}

// A loop that was seen to wait when the choices were written down may need some more rounds to be seen here: what lies
// about on its stack depends on how the thread came there. A loop that waits with a time limit spins by timing out.
void Walk::spin_on() {
  for (unsigned steps = 0; !has_ended(); ++steps) {
    unsigned thread = 0;
    while (thread != graph_.threads() && !may_simply_go_on(thread)) ++thread;
    if (thread == graph_.threads()) return;
    if (steps == kMostStepsOfSpins) throw std::invalid_argument("these choices end before the execution does");
    const Request& request = *runtime_.replay().pending(thread);
    step({thread, request.operation == Operation::time_limit && request.spurious != 0 ? 1U : 0U});
  }
}

const Ending& Walk::finish() {
  if (!runtime_.replay().has_ended())
    for (unsigned thread = 0; thread != graph_.threads(); ++thread) wait_in_vain(thread);
  return runtime_.finish();
}

RecordedExecution Walk::recorded() {
  const Ending& ending = runtime_.finish();
  RecordedExecution execution = std::move(*recorder_).take(graph_);
  execution.thread_names = runtime_.thread_names();
  if (ending.kind != Ending::Kind::violated) return execution;
  execution.violation = ending.violation;
  execution.what = ending.what;
  execution.violation_place = runtime_.replay().recording().place_of(ending.thread);
  if (ending.thread < execution.threads.size() && !execution.threads[ending.thread].empty())
    execution.violating =
        StepName{static_cast<int>(ending.thread), static_cast<unsigned>(execution.threads[ending.thread].size()) - 1};
  return execution;
}

}  // namespace vigil::checker
