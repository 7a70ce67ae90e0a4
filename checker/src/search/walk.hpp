#pragma once

#include "choices.hpp"
#include "recorder.hpp"
#include "runtime.hpp"

#include <vigil/checker/check.hpp>

#include <memory>
#include <string_view>

namespace vigil::checker {

// One execution, step by step: the caller chooses which thread goes on, and how its event is placed. No revisits:
// every execution can be reached so, because sb ∪ rf has no cycles.
class Walk {
 public:
  Walk(const ModelCode& code, const Options& options);

  // A new execution, which is written down if `records`.
  void begin(bool records);
  // The threads that can go on, each in at least one way.
  [[nodiscard]] std::vector<unsigned> ready();
  // In how many ways the next event of a thread can be placed, the newest first.
  [[nodiscard]] std::size_t ways(unsigned thread);
  // The thread by its number in the graph. Throws std::invalid_argument if it cannot go on in that way.
  void step(const Choice& choice);
  // A new execution along choices that were written down, up to its end, which is written down too. Throws
  // std::invalid_argument if they do not fit the model, or a DeadlineAlarm has interrupted it.
  void follow(std::string_view choices);
  // When the walk is over.
  const Ending& finish();
  [[nodiscard]] bool has_ended() const { return runtime_.replay().has_ended(); }
  // Whether the walk has to be taken again from its beginning, and is none.
  [[nodiscard]] bool begins_again() const { return runtime_.replay().begins_again(); }
  // What was written down.
  [[nodiscard]] RecordedExecution recorded();
  // That led here, to be written down.
  [[nodiscard]] const std::vector<Choice>& choices() const { return choices_; }
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  [[nodiscard]] std::vector<Placement> placements_of(unsigned thread, EventId& id);
  void forget(EventId id);
  // Whether the thread has a next step that needs no luck.
  [[nodiscard]] bool may_simply_go_on(unsigned thread);
  void wait_in_vain(unsigned thread);
  void spin_on();

  static constexpr unsigned kMostStepsOfSpins = 200;

  std::unique_ptr<ConsistencyModel> model_;
  Graph graph_;
  Editor editor_;
  Runtime runtime_;
  std::unique_ptr<Recorder> recorder_;
  unsigned own_threads_;
  StartOrder starts_;
  std::vector<Choice> choices_;
  bool follows_ = false;  // choices that were written down, perhaps where a thread went on that spins here already
};

}  // namespace vigil::checker
