#pragma once

#include <vigil/checker/violation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

// An execution as the search knows it: for comparing sets of executions.

struct EventName {
  static constexpr int kInitial = -1;  // as a thread: the value that the location began with
  int thread = kInitial;
  unsigned index = 0;  // among the events of its thread
  friend bool operator==(const EventName&, const EventName&) = default;
  friend auto operator<=>(const EventName&, const EventName&) = default;
};

struct ObservedEvent {
  enum class Kind { read, write, rmw, fence, other };
  Kind kind = Kind::other;
  // In the order of construction, for atomics, mutexes and condition variables that the model's constructor makes; from
  // 2,048 on, for those that its threads make and for the queues of those who wait on an atomic.
  unsigned location = 0;
  std::uint64_t read = 0;     // by a read or an RMW
  std::uint64_t written = 0;  // by a write or an RMW
  EventName source;           // of a read or an RMW
  unsigned variant = 0;       // which of several outcomes that nothing but chance decides; 0: the usual one
  bool blocked = false;       // a wait that does not end: the last event of its thread
};

struct ObservedExecution {
  std::vector<std::vector<ObservedEvent>> threads;
  std::vector<std::vector<EventName>> modification_orders;  // of each location, without the initial value
  bool blocked = false;                                     // some thread has not ended
};

// An execution as its threads' steps, recorded by the checker: `linearise` makes a trace of it.

enum class Action {
  load,
  store,
  exchange,
  fetch_add,
  fetch_sub,
  fetch_and,
  fetch_or,
  compare_exchange,         // that succeeded
  failed_compare_exchange,  // because the value was another one
  spurious_failure,         // of a weak compare-exchange
  fence,
  read,
  write,  // of a var
  lock,
  failed_try_lock,
  unlock,  // of a mutex
  wait,
  woken,
  spuriously_woken,  // on a condition variable or an atomic
  notify_one,
  notify_all,
  allocate,
  deallocate,
  start_thread,
  join_thread,
  begin,
  end,  // of a thread
  yield,
};

struct StepName {
  static constexpr int kSetup = -1;   // the model's constructor
  static constexpr int kFinish = -2;  // after all threads have ended
  int thread = kSetup;
  unsigned index = 0;  // among the steps of its thread
  friend bool operator==(const StepName&, const StepName&) = default;
  friend auto operator<=>(const StepName&, const StepName&) = default;
};

struct TraceStep {
  Action action = Action::load;
  std::string object;    // "top", "latch#2" for the second of its name, "atomic1" if it has none; empty: no object
  std::string order;     // "relaxed", "acquire", "release", "acq_rel", "seq_cst"; empty: none
  std::string read;      // the value read; empty: none
  std::string written;   // the value written; empty: none
  std::string expected;  // by a failed compare-exchange; what else there is to say, by others
  std::string label;     // of the order table; may be empty
  std::string file, function;
  unsigned line = 0;

  // Of an operation that reads an atomic, a mutex or a condition variable: the step that wrote what it read. Nothing:
  // the initial value, or one written in setup.
  std::optional<StepName> source;
  // Of an operation that writes one: its place in the modification order of the object, from 1; 0: writes none.
  unsigned place = 0;
  // Of an operation that reads one: the place of what it read; 0: the initial value.
  unsigned source_place = 0;
  bool is_event = false;  // one of the search's choices, and not just a note between them
  unsigned event = 0;     // if so, its number among the events of its thread
  bool blocked = false;   // waits here forever
};

// The steps of each thread in its own order. A step comes after its `source`, and after everything else in `after`.
struct RecordedExecution {
  std::vector<std::string> thread_names;  // of the model's own threads: the functions that they run; may be empty
  std::vector<std::vector<TraceStep>> threads;
  std::vector<TraceStep> setup;
  std::vector<TraceStep> finish;
  struct Edge {
    StepName before, after;
  };
  std::vector<Edge> edges;  // between threads, other than through `source`: the start and the end of a thread
  std::optional<Violation> violation;
  std::string what;
  std::optional<StepName> violating;  // the step at which it shows
};

}  // namespace vigil::checker
