#pragma once

#include <vigil/checker/execution.hpp>
#include <vigil/checker/violation.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

// A trace is an execution whose steps stand in one order, as if they had happened one after the other. Under a weak
// memory model no order explains every value: a read may return a value that an earlier step has overwritten (a stale
// read), and a write may precede, in modification order, a write that has already happened (a late write). A trace is
// an order with as few of both as possible.

// Something that steps read or write, and all values written to it, in modification order.
struct TraceObject {
  enum class Kind { atomic, variable, mutex, queue, memory };
  struct Write {
    unsigned step = 0;   // the number of the step that writes
    unsigned place = 0;  // in the modification order; of a variable, which has none, the count of its writes so far
    std::string value;
  };
  std::string name;  // as the steps name it; those that wait on an atomic are a queue with the atomic's name
  Kind kind = Kind::atomic;
  std::string initial;  // empty if no step shows it
  std::vector<Write> writes;
};

struct TimedStep {
  unsigned number = 0;  // from 1; 0 in setup
  int thread = StepName::kSetup;
  TraceStep step;
  std::optional<unsigned> object;  // in `Trace::objects`
  bool reads = false;              // something that has a modification order
  unsigned from = 0;               // the number of the step that wrote what was read; 0: initial, or of the setup
  // A write with a later place has already happened: `stale` if this step reads, `late` if it writes.
  bool stale = false;
  bool late = false;
  unsigned overwritten_by = 0;  // of the above: the first step that overwrote the value; 0: the setup
};

struct Trace {
  unsigned threads = 0;
  std::vector<std::string> thread_names;  // of the first ones, or of none
  std::vector<TimedStep> setup;
  std::vector<TimedStep> steps;  // of the threads, and then of the finish
  std::vector<TraceObject> objects;
  std::optional<Violation> violation;
  std::string what;
  unsigned violating = 0;  // the number of the step at which the violation shows; 0: of none
  int violating_thread = StepName::kFinish;
  unsigned stale_reads = 0;       // and late writes
  unsigned context_switches = 0;  // from one thread to another
  bool minimal = true;  // no order of the same steps has fewer stale reads, or as many and fewer context switches
};

// How many states the exact search of `linearise` may have, at 8 bytes each.
inline constexpr std::size_t kMostTraceStates = 2'000'000;

// The order of the steps with the fewest stale reads and late writes, among those one with the fewest context switches,
// and among those one with the fewest steps after the violating one. Threads that wait forever come last. States are
// the positions of all threads times the thread that ran last; where there are more than `most_states` the order is a
// good one only, and the trace is not `minimal`. Throws std::invalid_argument if a step names one that does not exist,
// or if no order of the steps respects them all.
[[nodiscard]] Trace linearise(const RecordedExecution& execution, std::size_t most_states = kMostTraceStates);

// What a reader has to know besides the trace. Every field may be empty.
struct TraceHeader {
  std::string model;
  std::string sentence;  // what the model is about
  std::string bounds;
  std::string memory_model;
  std::string engine;
  std::string replay;       // the command that shows this execution again
  std::string source_root;  // what paths of source files are shortened by
};

struct TraceText {
  unsigned width = 120;   // columns of the terminal; a place in the source that is longer goes beyond
  bool markdown = false;  // for a page: the steps as a block of code
  bool brief = false;     // functions and labels, but no files and lines, which move
};

// One column for each thread, or, where there is no room for that, the thread's number in each line.
[[nodiscard]] std::string text(const Trace& trace, const TraceHeader& header, const TraceText& style = {});

// One JSON object, of these members and no others. A later schema that only adds members has the same version.
//   schema: "vigil-trace", version: 1
//   model, sentence, bounds, memory_model, engine, replay: strings, of the header
//   threads: how many. thread_names: [string], of the first ones, or of none
//   minimal: a boolean. stale_reads, context_switches: numbers
//   objects: [{name, kind: "atomic"|"variable"|"mutex"|"queue"|"memory", initial: string or null,
//              writes: [{step, place, value}]}], writes in modification order
//   setup, steps: [{number, thread, action, text, object, read, written, expected, order, label, file, function, line,
//                   reads, from, source_place, place, stale, late, overwritten_by, blocked, event}]
//     thread: its number, or "setup", "finish". object: an index in `objects`, or null. text: the step in words.
//     read, written, expected, order, label, file, function: strings, empty if there is none.
//     from: the number of the step read from, 0 for the initial value; null if `reads` is false.
//     overwritten_by: a step's number; null unless `stale` or `late`.
//   violation: null, or {kind, what, step, thread}, where step is a number or null
[[nodiscard]] std::string json(const Trace& trace, const TraceHeader& header);

// A graph for Graphviz: a cluster for each thread; program order, reads-from, modification order, and from-read of the
// stale reads.
[[nodiscard]] std::string dot(const Trace& trace, const TraceHeader& header);

// A picture, 1,000 pixels wide where the threads have room: a column for each thread, a row for each step, with arrows
// between the steps of different threads for reads-from, modification order, and the writes that stale reads missed.
// Light or dark as the reader's browser is. Has functions and labels, but no files and lines, which move.
[[nodiscard]] std::string svg(const Trace& trace, const TraceHeader& header);

// One page that needs no other file and can be stepped through, with keys, buttons or a slider; `#step=5` opens it
// there.
[[nodiscard]] std::string html(const Trace& trace, const TraceHeader& header);

}  // namespace vigil::checker
