#pragma once

#include <vigil/checker/execution.hpp>
#include <vigil/checker/violation.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

/// Something that steps read or write, and all values written to it, in modification order.
struct TraceObject {
  /// What it is.
  enum class Kind {
    atomic,    ///< An atomic.
    variable,  ///< A var.
    mutex,     ///< A mutex.
    queue,     ///< The threads that wait on a condition variable or an atomic.
    memory     ///< Memory that was allocated.
  };
  /// A value written to it.
  struct Write {
    unsigned step = 0;   ///< The number of the step that writes.
    unsigned place = 0;  ///< The place in the modification order; of a variable, the count of its writes so far.
    std::string value;   ///< The value.
  };
  std::string name;           ///< As the steps name it; the queue of an atomic has the atomic's name.
  Kind kind = Kind::atomic;   ///< What it is.
  std::string initial;        ///< The initial value; empty if no step shows it.
  std::vector<Write> writes;  ///< All writes, in modification order.
};

/// A step of a trace.
struct TimedStep {
  unsigned number = 0;             ///< From 1; 0 in setup.
  int thread = StepName::kSetup;   ///< The number of the thread, or StepName::kSetup or StepName::kFinish.
  TraceStep step;                  ///< What the thread did.
  std::optional<unsigned> object;  ///< The index in Trace::objects.
  bool reads = false;              ///< Whether it reads something that has a modification order.
  unsigned from = 0;               ///< The number of the step that wrote what was read; 0: initial, or of the setup.
  bool stale = false;              ///< A read: a write with a later place has already happened.
  bool late = false;               ///< A write: a write with a later place has already happened.
  unsigned overwritten_by = 0;     ///< If stale or late: the first step that overwrote the value; 0: the setup.
};

/// An execution whose steps stand in one order, as if they had happened one after the other. Made by linearise().
///
/// Under a weak memory model no order explains every value: a read may return a value that an earlier step has
/// overwritten (a *stale read*), and a write may precede, in modification order, a write that has already happened (a
/// *late write*). A trace is an order with as few of both as possible.
struct Trace {
  unsigned threads = 0;                      ///< The number of threads.
  std::vector<std::string> thread_names;     ///< The names of the first threads, or of none.
  std::vector<TimedStep> setup;              ///< The steps of the model's constructor.
  std::vector<TimedStep> steps;              ///< The steps of the threads, and then of the finish.
  std::vector<TraceObject> objects;          ///< What the steps read and write.
  std::optional<Violation> violation;        ///< The violation, if there is one.
  std::string what;                          ///< What was violated, in words.
  unsigned violating = 0;                    ///< The number of the step at which the violation shows; 0: of none.
  int violating_thread = StepName::kFinish;  ///< The thread in which it shows.
  ViolationPlace violation_place;            ///< Where its code was by then.
  unsigned stale_reads = 0;                  ///< The number of stale reads and late writes.
  unsigned context_switches = 0;             ///< How often a step is of another thread than the one before.
  /// Whether no order of the same steps has fewer stale reads, or as many and fewer context switches.
  bool minimal = true;
};

/// The default of the number of states that linearise() may explore, at 8 bytes each.
inline constexpr std::size_t kMostTraceStates = 2'000'000;

/// The trace of an execution: the order of its steps with the fewest stale reads and late writes, among those one with
/// the fewest context switches, and among those one with the fewest steps after the violating one. Threads that wait
/// forever come last.
///
/// \snippet checker/trace.cpp example
/// \param execution from replay() or draw().
/// \param most_states how many states the exact search may have: the positions of all threads times the thread that ran
///   last. If there are more, the order is a good one only, and the trace is not `minimal`.
/// \throws std::invalid_argument if a step names one that does not exist, or if no order of the steps respects them all.
[[nodiscard]] Trace linearise(const RecordedExecution& execution, std::size_t most_states = kMostTraceStates);

/// What a reader has to know besides the trace. Every field may be empty. See header_of().
struct TraceHeader {
  std::string model;         ///< The name of the model.
  std::string sentence;      ///< What the model is about.
  std::string bounds;        ///< The bounds of the search.
  std::string memory_model;  ///< The name of the memory model, in words.
  std::string engine;        ///< The name of the engine that found the execution.
  std::string replay;        ///< The command that shows this execution again.
  std::string source_root;   ///< What paths of source files are shortened by.
};

/// How text() writes a trace.
struct TraceText {
  unsigned width = 120;   ///< Columns of the terminal; a place in the source that is longer goes beyond.
  bool markdown = false;  ///< For a page: the steps as a block of code.
  bool brief = false;     ///< Functions and labels, but no files and lines, which move.
};

/// Lines of text: one column for each thread, or, if there is no room for that, the thread's number in each line.
[[nodiscard]] std::string text(const Trace& trace, const TraceHeader& header, const TraceText& style = {});

/// One JSON object, of these members and no others. A later schema that only adds members has the same version.
///
/// \code{.unparsed}
///   schema: "vigil-trace", version: 1
///   model, sentence, bounds, memory_model, engine, replay: strings, of the header
///   threads: how many. thread_names: [string], of the first ones, or of none
///   minimal: a boolean. stale_reads, context_switches: numbers
///   objects: [{name, kind: "atomic"|"variable"|"mutex"|"queue"|"memory", initial: string or null,
///              writes: [{step, place, value}]}], writes in modification order
///   setup, steps: [{number, thread, action, text, object, read, written, expected, order, label, file, function, line,
///                   reads, from, source_place, place, stale, late, overwritten_by, blocked, event}]
///     thread: its number, or "setup", "finish". object: an index in `objects`, or null. text: the step in words.
///     read, written, expected, order, label, file, function: strings, empty if there is none.
///     from: the number of the step read from, 0 for the initial value; null if `reads` is false.
///     overwritten_by: a step's number; null unless `stale` or `late`.
///   violation: null, or {kind, what, step, thread}, where step is a number or null
/// \endcode
[[nodiscard]] std::string json(const Trace& trace, const TraceHeader& header);

/// A graph for Graphviz: a cluster for each thread; program order, reads-from, modification order, and from-read of the
/// stale reads.
[[nodiscard]] std::string dot(const Trace& trace, const TraceHeader& header);

/// An SVG picture, 1,000 pixels wide if the threads have room: a column for each thread, a row for each step, with
/// arrows between the steps of different threads for reads-from, modification order, and the writes that stale reads
/// missed.
///
/// Light or dark as the reader's browser is. Has functions and labels, but no files and lines, which move.
[[nodiscard]] std::string svg(const Trace& trace, const TraceHeader& header);

/// One HTML page that needs no other file and can be stepped through, with keys, buttons or a slider. The address part
/// `#step=5` opens it there.
[[nodiscard]] std::string html(const Trace& trace, const TraceHeader& header);

}  // namespace vigil::checker
