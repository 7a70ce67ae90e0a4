#pragma once

#include <vigil/checker/execution.hpp>
#include <vigil/checker/violation.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

// An execution as something that happened step after step, and how it is shown. In a weak memory no order of the steps
// explains every value: a read may return what another step has already overwritten, and a write may go under one that
// has already happened. A story is an order in which that is rare.

// Something that steps read or write, and all that was written to it, in modification order.
struct StoryObject {
  enum class Kind { atomic, variable, mutex, queue, memory };
  struct Write {
    unsigned step = 0;   // the number of the step that writes
    unsigned place = 0;  // in the modification order; of a variable, which has none, the count of its writes so far
    std::string value;
  };
  std::string name;  // as the steps name it; those that wait on an atomic are a queue with the atomic's name
  Kind kind = Kind::atomic;
  std::string initial;  // empty if no step tells it
  std::vector<Write> writes;
};

struct TimedStep {
  unsigned number = 0;  // from 1; 0 in setup
  int thread = StepName::kSetup;
  StoryStep step;
  std::optional<unsigned> object;  // in `Story::objects`
  bool reads = false;              // something that has a modification order
  unsigned from = 0;               // the number of the step that wrote what was read; 0: initial, or of the setup
  // A write with a later place had already happened: a read that returned an old value, or a write that is already
  // overwritten when it happens.
  bool stale = false;
  bool late = false;
  unsigned overwritten_by = 0;  // of the above: the first step that overwrote the value; 0: the setup
};

struct Story {
  unsigned threads = 0;
  std::vector<TimedStep> setup;
  std::vector<TimedStep> steps;  // of the threads, and then of the finish
  std::vector<StoryObject> objects;
  std::optional<Violation> violation;
  std::string what;
  unsigned violating = 0;  // the number of the step at which the violation shows; 0: of none
  int violating_thread = StepName::kFinish;
  unsigned stale_steps = 0;  // stale and late ones
  unsigned switches = 0;     // from one thread to another
  bool minimal = true;       // no order of the same steps has fewer stale ones, or as many and fewer switches
};

// How many states the exact search of `linearise` may have, at 8 bytes each.
inline constexpr std::size_t kMostStoryStates = 2'000'000;

// The order of the steps with the fewest stale and late ones, and of those one with the fewest switches, and of those
// one with the fewest steps after the violating one. Threads that wait for ever come last. States are the positions of
// all threads times the thread that ran last; where there are more than `most_states` the order is a good one only,
// and the story is not `minimal`.
// Throws std::invalid_argument if a step names one that does not exist, or if no order of the steps respects them all.
[[nodiscard]] Story linearise(const ToldExecution& execution, std::size_t most_states = kMostStoryStates);

// What a reader has to know beside the story. Every field may be empty.
struct StoryHeader {
  std::string model;
  std::string sentence;  // what the model is about
  std::string bounds;
  std::string memory_model;
  std::string engine;
  std::string replay;       // the command that shows this execution again
  std::string source_root;  // what paths of source files are shortened by
};

struct StoryText {
  unsigned width = 120;   // columns of the terminal; a place in the source that is longer goes beyond
  bool markdown = false;  // for a page: the steps as a block of code
};

// One column for each thread, or, where there is no room for that, the thread's number in each line.
[[nodiscard]] std::string text(const Story& story, const StoryHeader& header, const StoryText& style = {});

// One JSON object, of these members and no others. A later schema that only adds members has the same version.
//   schema: "vigil-story", version: 1
//   model, sentence, bounds, memory_model, engine, replay: strings, of the header
//   threads: how many. minimal: a boolean. stale_steps, switches: numbers
//   objects: [{name, kind: "atomic"|"variable"|"mutex"|"queue"|"memory", initial: string or null,
//              writes: [{step, place, value}]}], writes in modification order
//   setup, steps: [{number, thread, action, text, object, read, written, expected, order, label, file, function, line,
//                   reads, from, source_place, place, stale, late, overwritten_by, blocked, event}]
//     thread: its number, or "setup", "finish". object: an index in `objects`, or null. text: the step in words.
//     read, written, expected, order, label, file, function: strings, empty if there is none.
//     from: the number of the step read from, 0 for the initial value; null if `reads` is false.
//     overwritten_by: a step's number; null unless `stale` or `late`.
//   violation: null, or {kind, what, step, thread}, where step is a number or null
[[nodiscard]] std::string json(const Story& story, const StoryHeader& header);

// A graph for Graphviz: a cluster for each thread; program order, reads-from, modification order, and from-read of the
// stale reads.
[[nodiscard]] std::string dot(const Story& story, const StoryHeader& header);

// One page that needs no other file and can be stepped through, with keys, buttons or a slider; `#step=5` opens it
// there.
[[nodiscard]] std::string html(const Story& story, const StoryHeader& header);

}  // namespace vigil::checker
