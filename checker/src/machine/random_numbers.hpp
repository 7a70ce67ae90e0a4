#pragma once

namespace vigil::checker {

// What rand() and random() of libc draw from while executions run. Each execution begins with the same state, which is
// static memory of this program, so a search compares it: a loop that draws a number has changed something. Threads
// that draw share it, as plain memory. It is put back afterwards. One state for the program: models that draw are
// checked in one OS thread, and do not give the generator another state by initstate or setstate.
class RandomNumbers {
 public:
  RandomNumbers();
  ~RandomNumbers();
  RandomNumbers(const RandomNumbers&) = delete;
  RandomNumbers& operator=(const RandomNumbers&) = delete;

  void begin_execution();
};

}  // namespace vigil::checker
