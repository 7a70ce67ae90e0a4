#pragma once

#include <vigil/checker/execution.hpp>

#include <string>
#include <utility>

namespace vigil::checker {

// Executions written down by hand, for the tests of traces.

inline TraceStep step_of(Action action, std::string object, std::string order = "") {
  TraceStep step;
  step.action = action;
  step.object = std::move(object);
  step.order = std::move(order);
  step.file = "/home/someone/project/core/include/vigil/example.hpp";
  step.line = 7;
  step.function = "example";
  step.is_event = true;
  return step;
}

inline TraceStep store(std::string object, std::string value, unsigned place, std::string order = "relaxed") {
  auto step = step_of(Action::store, std::move(object), std::move(order));
  step.written = std::move(value);
  step.place = place;
  return step;
}

inline TraceStep load(std::string object, std::string value, std::string order = "relaxed") {
  auto step = step_of(Action::load, std::move(object), std::move(order));
  step.read = std::move(value);
  return step;
}

inline TraceStep fetch_add(std::string object, std::string read, std::string written, unsigned place) {
  auto step = step_of(Action::fetch_add, std::move(object), "acq_rel");
  step.read = std::move(read);
  step.written = std::move(written);
  step.place = place;
  step.source_place = place - 1;
  return step;
}

inline TraceStep lock(std::string object, unsigned place) {
  auto step = step_of(Action::lock, std::move(object));
  step.place = place;
  step.source_place = place - 1;
  return step;
}

// The step reads what `source` wrote at `place`.
inline TraceStep reading(TraceStep step, StepName source, unsigned place) {
  step.source = source;
  step.source_place = place;
  return step;
}

inline TraceStep waiting_forever(TraceStep step) {
  step.blocked = true;
  step.place = 0;
  return step;
}

inline TraceStep labelled(TraceStep step, std::string label) {
  step.label = std::move(label);
  return step;
}

inline TraceStep ending() { return step_of(Action::end, ""); }

// Both threads read the initial values. Whichever goes first, the other misses its write.
inline RecordedExecution store_buffering() {
  RecordedExecution execution;
  execution.threads = {{store("a1", "1", 1), labelled(load("a2", "0"), "example.check")},
                       {store("a2", "1", 1), load("a1", "0")}};
  execution.violation = Violation::requirement;
  execution.what = "one of the two <sees> the other";
  execution.violating = StepName{1, 1};
  return execution;
}

// The flag is seen, the data that was written before it is not. The data's slot was written twice.
inline RecordedExecution stale_message() {
  RecordedExecution execution;
  execution.threads = {{store("a1", "41", 1), store("a1", "42", 2), store("a2", "1", 1)},
                       {reading(load("a2", "1"), {0, 2}, 1), load("a1", "0")}};
  execution.violation = Violation::requirement;
  execution.what = "the message has arrived";
  execution.violating = StepName{1, 1};
  return execution;
}

// Two threads lock two mutexes in opposite orders.
inline RecordedExecution deadlock() {
  RecordedExecution execution;
  execution.threads = {{lock("m1", 1), waiting_forever(reading(lock("m2", 2), {1, 0}, 1))},
                       {lock("m2", 1), waiting_forever(reading(lock("m1", 2), {0, 0}, 1))}};
  execution.violation = Violation::deadlock;
  execution.what = "thread 0 waits for m2, thread 1 for m1";
  return execution;
}

// A message passed on by a thread in the middle, with a read-modify-write, a var, a fence, a start and a finish.
inline RecordedExecution relay() {
  auto var = step_of(Action::write, "v1");
  var.written = "7";
  var.is_event = false;
  auto read_var = var;
  read_var.action = Action::read;
  read_var.read = std::exchange(read_var.written, "");
  auto at_the_end = reading(load("a1", "2"), {1, 0}, 2);

  RecordedExecution execution;
  execution.setup = {store("a1", "0", 0)};
  execution.threads = {
      {var, store("a1", "1", 1, "release"), ending()},
      {reading(fetch_add("a1", "1", "2", 2), {0, 1}, 1), step_of(Action::fence, "", "seq_cst"), ending()},
      {step_of(Action::begin, ""), reading(load("a1", "2", "acquire"), {1, 0}, 2), read_var, load("a1", "0"),
       ending()}};
  execution.edges = {{{0, 0}, {2, 0}}, {{2, 4}, {StepName::kFinish, 0}}};
  execution.finish = {at_the_end};
  return execution;
}

}  // namespace vigil::checker
