#pragma once

#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

/// The name of an event of an ObservedExecution.
struct EventName {
  /// In place of a thread: the event that wrote the initial value of a location.
  static constexpr int kInitial = -1;
  int thread = kInitial;  ///< The number of the thread.
  unsigned index = 0;     ///< The number among the events of the thread, from 0.

  /// Compares the values.
  /// \{
  friend bool operator==(const EventName&, const EventName&) = default;
  friend auto operator<=>(const EventName&, const EventName&) = default;
  /// \}
};

/// What one thread did in one of the search's steps.
struct ObservedEvent {
  /// What it did.
  enum class Kind {
    read,   ///< Read a location.
    write,  ///< Wrote a location.
    rmw,    ///< A read-modify-write of a location.
    fence,  ///< A fence.
    other   ///< Anything else.
  };
  /// What it did.
  Kind kind = Kind::other;
  /// The number of the atomic, mutex or condition variable: in the order of construction, for those that the model's
  /// constructor makes; from 2,048 on, for those that its threads make and for the queues of threads that wait on an
  /// atomic.
  unsigned location = 0;
  std::uint64_t read = 0;     ///< The value that a read or an RMW read.
  std::uint64_t written = 0;  ///< The value that a write or an RMW wrote.
  EventName source;           ///< The event that a read or an RMW read from.
  unsigned variant = 0;       ///< Which of several outcomes that nothing but chance decides; 0: the usual one.
  bool blocked = false;       ///< A wait that does not end: the last event of its thread.
};

/// An execution as the search knows it, for comparing sets of executions. See Options::on_execution.
struct ObservedExecution {
  /// The events of each thread, in its own order.
  std::vector<std::vector<ObservedEvent>> threads;
  /// The modification order of each location, without the initial value.
  std::vector<std::vector<EventName>> modification_orders;
  /// Whether a thread has not ended.
  bool blocked = false;
};

/// What a thread did in a step of a trace.
enum class Action {
  load,                     ///< Of an atomic.
  store,                    ///< Of an atomic.
  exchange,                 ///< Of an atomic.
  fetch_add,                ///< Of an atomic.
  fetch_sub,                ///< Of an atomic.
  fetch_and,                ///< Of an atomic.
  fetch_or,                 ///< Of an atomic.
  fetch_xor,                ///< Of an atomic.
  fetch_min,                ///< Of an atomic.
  fetch_max,                ///< Of an atomic.
  compare_exchange,         ///< One that succeeded.
  failed_compare_exchange,  ///< One that failed because the value was another one.
  spurious_failure,         ///< A weak compare-exchange that failed without a reason.
  fence,                    ///< A fence.
  light_fence,              ///< The light one of a pair of asymmetric fences.
  heavy_fence,              ///< The heavy one.
  read,                     ///< Of a var.
  write,                    ///< Of a var.
  lock,                     ///< Of a mutex, also by a try_lock.
  failed_try_lock,          ///< Of a mutex that was locked.
  unlock,                   ///< Of a mutex.
  wait,                     ///< Begins to wait on a condition variable or an atomic.
  woken,                    ///< By a notification.
  spuriously_woken,         ///< Without a notification.
  timed_out,                ///< A wait with a time limit, on a condition variable or an atomic.
  notify_one,               ///< Of a condition variable or an atomic.
  notify_all,               ///< Of a condition variable or an atomic.
  allocate,                 ///< Of memory.
  deallocate,               ///< Of memory.
  start_thread,             ///< Starts a thread.
  join_thread,              ///< Waits for the end of a thread.
  begin,                    ///< Of a thread: its first step.
  end,                      ///< Of a thread: its last step.
  yield,                    ///< A yield, or a pause in a loop that waits.
};

/// The name of a step of a RecordedExecution.
struct StepName {
  /// In place of a thread: the model's constructor.
  static constexpr int kSetup = -1;
  /// In place of a thread: what runs after all threads have ended.
  static constexpr int kFinish = -2;
  int thread = kSetup;  ///< The number of the thread.
  unsigned index = 0;   ///< The number among the steps of the thread, from 0.

  /// Compares the values.
  /// \{
  friend bool operator==(const StepName&, const StepName&) = default;
  friend auto operator<=>(const StepName&, const StepName&) = default;
  /// \}
};

/// A step of a RecordedExecution, in words. A text is empty if there is none.
struct TraceStep {
  Action action = Action::load;  ///< What the thread did.
  std::string object;            ///< "top", "latch#2" for the second of its name, "atomic1" if it has none.
  std::string order;             ///< "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst".
  std::string read;              ///< The value read.
  std::string written;           ///< The value written.
  std::string expected;          ///< The value that a failed compare-exchange expected; of others, a remark.
  std::string label;             ///< What the order table calls the operation.
  std::string file;              ///< The source file of the operation.
  std::string function;          ///< The function that calls it.
  unsigned line = 0;             ///< The line of the call.

  /// Of an operation that reads an atomic, a mutex or a condition variable: the step that wrote what it read. Nothing:
  /// the initial value, or one written in setup.
  std::optional<StepName> source;
  /// Of an operation that writes one: its place in the modification order of the object, from 1; 0: writes none.
  unsigned place = 0;
  /// Of an operation that reads one: the place of what it read; 0: the initial value.
  unsigned source_place = 0;
  bool is_event = false;  ///< Whether it is one of the search's choices, and not just a note between them.
  unsigned event = 0;     ///< If so, its number among the events of its thread.
  bool blocked = false;   ///< Whether the thread waits here forever.
  /// Whether to ask for the operation is the violation: it neither read nor wrote.
  bool is_refused = false;
  /// Whether the order is not the program's to choose: of an operation inside a semaphore, for example.
  bool has_fixed_order = false;
};

/// Where the code of a thread was when the violation showed: the line of the access that races, of the requirement that
/// does not hold. What it asked for there may not be a step, because it was not performed.
struct ViolationPlace {
  std::string file;      ///< The source file; empty if it is not known.
  std::string function;  ///< The function.
  std::string object;    ///< The object that it used; empty if there is none.
  unsigned line = 0;     ///< The line.
};

/// An execution as its threads' steps, each thread's in its own order. Recorded by replay() and draw(); linearise()
/// makes a trace of it.
///
/// \snippet checker/execution.cpp example
struct RecordedExecution {
  std::vector<std::string> thread_names;        ///< The functions that the model's own threads run; may be empty.
  std::vector<std::vector<TraceStep>> threads;  ///< The steps of each thread. A step comes after its `source`.
  std::vector<TraceStep> setup;                 ///< The steps of the model's constructor.
  std::vector<TraceStep> finish;                ///< The steps after all threads have ended.
  /// A step that comes before another one.
  struct Edge {
    StepName before;  ///< The one.
    StepName after;   ///< The other.
  };
  std::vector<Edge> edges;  ///< Between threads, other than through `source`: a thread's start and its end.
  std::vector<TraceStep> relaxed_fences;  ///< Those that threads came to. They do nothing, so they are no steps.
  std::optional<Violation> violation;     ///< The violation, if there is one.
  std::string what;                       ///< What was violated, in words.
  std::optional<StepName> violating;      ///< The step at which the violation shows.
  ViolationPlace violation_place;         ///< Where the code was by then.
};

}  // namespace vigil::checker
